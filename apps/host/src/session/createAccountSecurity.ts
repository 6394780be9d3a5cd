import { path } from '@host/api-client/exchange';
import { EndedSession, EndedSessions, Me, SessionList, type SessionRecord } from '@host/contracts';

import { readAnswer } from '../common/askServer.ts';
import type { Session } from './Session.types.ts';

/** How the account of whoever is signed in is kept safe. */
export interface AccountSecurity {
  /** Ends every other session, too. */
  changePassword(currentPassword: string, newPassword: string): Promise<void>;
  /** Where the person is signed in: this host first, then the latest. */
  listSessions: () => Promise<SessionRecord[]>;
  /** Signs the person out elsewhere; no error where they are out already. */
  endSession(id: string): Promise<void>;
  /** Signs the person out everywhere but here, and resolves to in how many places. */
  endOtherSessions: () => Promise<number>;
}

export function createAccountSecurity({ send }: Pick<Session, 'send'>): AccountSecurity {
  return {
    async changePassword(currentPassword, newPassword) {
      const body = { currentPassword, newPassword };
      readAnswer(await send({ method: 'POST', path: '/v1/me/password', body }), Me);
    },
    async listSessions() {
      const response = await send({ method: 'GET', path: '/v1/sessions' });
      const { items } = readAnswer(response, SessionList);
      return items.toSorted((one, other) => Number(other.current) - Number(one.current));
    },
    async endSession(id) {
      const at = path`/v1/sessions/${id}`;
      const response = await send({ method: 'DELETE', path: at });
      if (response.status !== 404) readAnswer(response, EndedSession);
    },
    async endOtherSessions() {
      const response = await send({ method: 'DELETE', path: '/v1/sessions/others' });
      return readAnswer(response, EndedSessions).ended;
    },
  };
}
