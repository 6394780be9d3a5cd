import type { ServiceContext } from './ServiceContext.types.ts';

/**
 * The person's identity, as far as a mini-app may know it: undefined if nobody is signed in, if the mini-app does not declare
 * `user`, or if the person does not agree. Everything that leaves the host in a person's name goes through here.
 */
export async function identityOf<Identity>(
  { options: { session }, resolution, consents }: ServiceContext,
  read: (session: ServiceContext['options']['session'], appId: string) => Promise<Identity>,
): Promise<Identity | undefined> {
  const { appId, permissions } = resolution;
  const userId = session.current.get()?.userId;
  if (userId === undefined || !permissions.includes('user')) return undefined;
  const asked = { appId, userId };
  if (!(await consents.confirmed(asked, 'user'))) return undefined;
  try {
    const identity = await read(session, appId);
    // Somebody else may have signed in meanwhile.
    return session.current.get()?.userId === userId ? identity : undefined;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'consent-missing') throw error;
    await consents.lost(asked, 'user');
    return undefined;
  }
}
