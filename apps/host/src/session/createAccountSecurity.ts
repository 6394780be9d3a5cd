import { path } from '@host/api-client/exchange';
import { EndedSession, EndedSessions, Me, SessionList, type SessionRecord } from '@host/contracts';

import { readAnswer } from '../common/askServer.ts';
import type { Session } from './Session.types.ts';

/** The security settings of the signed-in person's account. */
export interface AccountSecurity {
  /** Also ends every other session. */
  changePassword(currentPassword: string, newPassword: string): Promise<void>;
  /** The person's sessions: this one first, then the most recent ones. */
  listSessions: () => Promise<SessionRecord[]>;
  /** Ends another session; no error if it has ended already. */
  endSession(id: string): Promise<void>;
  /** Ends every session but this one and resolves to how many ended. */
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
