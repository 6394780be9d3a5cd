import { path } from '@host/api-client/exchange';
import { AppToken, type HostUser, createObservable } from '@host/contracts';
import type { HostSession, SessionPort } from '@host/host-runtime';

import { readAnswer } from '../common/askServer.ts';
import type { Session } from './Session.types.ts';

/** The session as mini-apps see it: their pseudonymous user, and a token of their own. */
export function createSessionPort(
  session: Session,
  requestLogin: () => Promise<boolean>,
  now: () => number = Date.now,
): SessionPort {
  const current = createObservable<HostSession | null>(sessionOf(session));
  session.state.subscribe(() => {
    const next = sessionOf(session);
    const known = current.get();
    if (next?.userId !== known?.userId || next?.hasEmail !== known?.hasEmail) current.set(next);
  });

  const known = new Map<string, { token: AppToken; endsAt: number }>();
  current.subscribe(() => known.clear());

  async function tokenOf(appId: string, withEmail = false): Promise<AppToken> {
    const kept = known.get(appId);
    // A token from before the person consented to share their e-mail address lacks it.
    const suffices = kept && (!withEmail || kept.token.user.email !== undefined);
    if (suffices && kept.endsAt > now()) return kept.token;
    const at = path`/v1/mini-programs/${appId}/token`;
    const token = readAnswer(await session.send({ method: 'POST', path: at, body: {} }), AppToken);
    // Cached for half of its lifetime: a token that a mini-app gets must still be valid for a call or two.
    known.set(appId, { token, endsAt: now() + token.expiresIn * 500 });
    return token;
  }

  return {
    current,
    userFor: async (appId, { withEmail }): Promise<HostUser> =>
      (await tokenOf(appId, withEmail)).user,
    tokenFor: async (appId) => (await tokenOf(appId)).token,
    async requestLogin() {
      if (current.get()) return;
      if (!(await requestLogin())) throw new Error('The person did not sign in.');
    },
  };
}

function sessionOf(session: Session): HostSession | null {
  const { person } = session.state.get();
  return person ? { userId: person.id, hasEmail: person.emailVerified === true } : null;
}
