import type { HostUser } from '@host/contracts';
import { HostError, createObservable } from '@host/miniapp-sdk/host';

import type { HostSession, SessionPort } from '../ports/SessionPort.types.ts';

/** A sign-in that lasts as long as the process. `loginAs` is who a login prompt signs in; null declines. */
export function createMemorySession(options: { loginAs?: HostUser | null } = {}): SessionPort & {
  signIn(user: HostUser): void;
  signOut(): void;
} {
  const current = createObservable<HostSession | null>(null);
  let user: HostUser | null = null;
  const set = (next: HostUser | null) => {
    user = next;
    current.set(next && { userId: next.openId, hasEmail: next.email !== undefined });
  };
  return {
    current,
    async userFor(appId) {
      if (!user) throw new HostError('not-authenticated', 'Nobody is signed in.');
      return { ...user, openId: `${user.openId} for ${appId}` };
    },
    async requestLogin() {
      if (!options.loginAs) throw new HostError('permission-denied', 'The login was declined.');
      set(options.loginAs);
    },
    tokenFor: async (appId) => `token of ${user?.openId ?? 'nobody'} for ${appId}`,
    signIn: set,
    signOut: () => set(null),
  };
}
