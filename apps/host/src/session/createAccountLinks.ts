import { MailedLink, Me, MeOrMailedLink, ResetAccount } from '@host/contracts';

import { type Send, readAnswer } from '../services/askServer.ts';
import type { Session } from './Session.types.ts';

/** What is done by links that come by mail. */
export interface AccountLinks {
  /** The secret of the link that the host was opened with. */
  token: string | undefined;
  /** Has a link mailed that sets a new password, if there is such an account. */
  requestReset(email: string): Promise<void>;
  /** Resolves to the address to sign in with. */
  resetPassword(token: string, newPassword: string): Promise<string>;
  /** Makes the account that a link was mailed for, and signs in. */
  confirmAccount(token: string, password: string): Promise<void>;
  /** Has the link mailed that verifies the address. */
  sendVerification(): Promise<void>;
  confirmEmail(token: string): Promise<void>;
}

export function createAccountLinks(
  session: Session,
  send: Send,
  token: string | undefined,
): AccountLinks {
  const post = (path: string, body: object) => ({ method: 'POST', path, body }) as const;
  return {
    token,
    async requestReset(email) {
      await readAnswer(await send(post('/v1/password-resets', { email })), MailedLink);
    },
    async resetPassword(secret, newPassword) {
      const request = post('/v1/password-resets/confirm', { token: secret, newPassword });
      return (await readAnswer(await send(request), ResetAccount)).email;
    },
    async confirmAccount(secret, password) {
      const request = post('/v1/accounts/confirm', { token: secret, password });
      const { email } = await readAnswer(await send(request), Me);
      await session.signIn({ email: email ?? '', password });
    },
    async sendVerification() {
      await readAnswer(await session.send(post('/v1/me/email/verify', {})), MeOrMailedLink);
    },
    async confirmEmail(secret) {
      await readAnswer(await session.send(post('/v1/me/email/confirm', { token: secret })), Me);
      await session.reload();
    },
  };
}
