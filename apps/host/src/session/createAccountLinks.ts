import { MailedLink, Me, MeOrMailedLink, ResetAccount, createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

import { type Send, readAnswer } from '../common/askServer.ts';
import { readConfig } from '../common/readConfig.ts';
import type { Session } from './Session.types.ts';

/** The account actions that use links sent by e-mail. */
export interface AccountLinks {
  /** The token of the last link that was followed. */
  token: Observable<string | undefined>;
  /** Whether the server sends e-mail. */
  sendsMail: () => Promise<boolean>;
  /** Requests a password reset link, which is sent if there is such an account. */
  requestReset(email: string): Promise<void>;
  /** Resolves to the address to sign in with. */
  resetPassword(token: string, newPassword: string): Promise<string>;
  /** Creates the account that a link was mailed for, and signs in. */
  confirmAccount(token: string, password: string): Promise<void>;
  /** Requests the link that verifies the address. */
  sendVerification(): Promise<void>;
  /** Requests a link to a new address, which takes effect once the person followed it. */
  changeEmail(email: string, password: string): Promise<void>;
  /** Resolves to the verified address. */
  confirmEmail(token: string): Promise<string | undefined>;
}

export function createAccountLinks(
  session: Session,
  send: Send,
  token: Observable<string | undefined> = createObservable(undefined),
): AccountLinks {
  const post = (path: string, body: object) => ({ method: 'POST', path, body }) as const;
  let sendsMail: boolean | undefined;
  return {
    token,
    async sendsMail() {
      sendsMail ??= (await readConfig(send)).sendsMail === true;
      return sendsMail;
    },
    async requestReset(email) {
      readAnswer(await send(post('/v1/password-resets', { email })), MailedLink);
    },
    async resetPassword(secret, newPassword) {
      const request = post('/v1/password-resets/confirm', { token: secret, newPassword });
      return readAnswer(await send(request), ResetAccount).email;
    },
    async confirmAccount(secret, password) {
      const request = post('/v1/accounts/confirm', { token: secret, password });
      const { email } = readAnswer(await send(request), Me);
      await session.signIn({ email: email ?? '', password });
    },
    async sendVerification() {
      readAnswer(await session.send(post('/v1/me/email/verify', {})), MeOrMailedLink);
    },
    async changeEmail(email, password) {
      readAnswer(await session.send(post('/v1/me/email', { email, password })), MailedLink);
    },
    async confirmEmail(secret) {
      const request = post('/v1/me/email/confirm', { token: secret });
      const { email } = readAnswer(await session.send(request), Me);
      // The address is verified even if this reload fails; the host reloads the person at its next start.
      await session.reload().catch(() => undefined);
      return email;
    },
  };
}
