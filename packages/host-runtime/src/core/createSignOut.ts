import type { Runtime } from './Runtime.ts';

const LAST_USER = 'last-user';

/** Deletes mini-apps' data of a person as soon as somebody else is signed in, even if the host did not report a sign-out. */
export function createSignOut({ options, storage, consents }: Runtime) {
  const { session, store } = options;
  let lastUser = session.current.get()?.userId;

  async function wipe(userId: string | undefined): Promise<void> {
    // Persistent, since a host may find out at startup that the session has ended.
    const whose = userId ?? (await store.get(LAST_USER));
    if (whose === undefined) return;
    await storage.clearUser(whose);
    await consents.forgetUser(whose);
    await store.delete(LAST_USER);
  }

  async function change(before: string | undefined, now: string | undefined): Promise<void> {
    if (before !== undefined) await wipe(before);
    if (now === undefined) return;
    await store.set(LAST_USER, now);
    await consents.exchange(now);
  }

  void change(undefined, lastUser);
  const stop = session.current.subscribe(() => {
    const before = lastUser;
    lastUser = session.current.get()?.userId;
    if (before !== lastUser) void change(before, lastUser);
  });
  return { wipe: () => wipe(lastUser), stop };
}
