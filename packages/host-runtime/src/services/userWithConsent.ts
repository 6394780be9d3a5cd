import type { HostUser } from '@host/contracts';

import type { ServiceContext } from './ServiceContext.types.ts';

/** Whether there is an e-mail address that could be shared with the mini-app, if the person agrees. */
export function canShareEmail({ options: { session }, resolution }: ServiceContext): boolean {
  return resolution.permissions.includes('email') && session.current.get()?.hasEmail === true;
}

/** The person as the mini-app may know them, with their e-mail address only if they agreed to share it. */
export async function userWithConsent(context: ServiceContext): Promise<HostUser> {
  const { options, resolution, consents } = context;
  const { appId } = resolution;
  const userId = options.session.current.get()?.userId;
  const withEmail =
    canShareEmail(context) && (await consents.confirmed({ appId, userId }, 'email'));
  const { email, ...user } = await options.session.userFor(appId, { withEmail });
  return { ...user, ...(withEmail && email !== undefined && { email }) };
}
