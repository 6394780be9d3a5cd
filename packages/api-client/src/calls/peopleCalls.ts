import {
  type AccountChange,
  type AccountConfirmation,
  type AccountDeletion,
  type AccountRequest,
  AppToken,
  DeletedAccount,
  type EmailChange,
  type EmailConfirmation,
  EndedSession,
  EndedSessions,
  MailedLink,
  Me,
  MeOrMailedLink,
  type PasswordChange,
  type PasswordReset,
  type PasswordResetRequest,
  type RefreshRequest,
  ResetAccount,
  ResetLink,
  type ResetLinkRequest,
  SessionList,
  SessionTokens,
  type SignInRequest,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';

/** Accounts, sessions, and tokens for mini-apps. Calls on behalf of a person are sent with `accessToken`. */
export interface PeopleCalls {
  /**
   * Creates an account, idempotently. If the server sends mail, the answer has no `id`: `confirmAccount` then creates the
   * account with the link that was mailed.
   */
  createAccount(request: AccountRequest, options?: CallOptions): Promise<MeOrMailedLink>;
  /** Creates the account that a link was mailed for, with the password that was chosen. */
  confirmAccount(confirmation: AccountConfirmation, options?: CallOptions): Promise<Me>;
  /** Requests a mail with a link that sets a new password; the answer is the same for every address. */
  requestPasswordReset(request: PasswordResetRequest, options?: CallOptions): Promise<MailedLink>;
  /** Sets a new password with a link, and ends every session. */
  resetPassword(reset: PasswordReset, options?: CallOptions): Promise<ResetAccount>;
  /** Starts a session. In browsers use `transport: 'cookie'`, and the refresh token stays out of reach of scripts. */
  signIn(request: SignInRequest, options?: CallOptions): Promise<SessionTokens>;
  /** Fetches the next access token, and the next refresh token unless it is in a cookie. */
  refreshSession(request?: RefreshRequest, options?: CallOptions): Promise<SessionTokens>;
  /** Ends the session of the access token or, without one, of the cookie. */
  signOut(options?: CallOptions): Promise<EndedSession>;
  listSessions(options?: CallOptions): Promise<SessionList>;
  endSession(id: string, options?: CallOptions): Promise<EndedSession>;
  /** Signs the person out everywhere but here. */
  endOtherSessions(options?: CallOptions): Promise<EndedSessions>;
  readMe(options?: CallOptions): Promise<Me>;
  changeMe(change: AccountChange, options?: CallOptions): Promise<Me>;
  /** Changes the password and ends every other session. */
  changePassword(change: PasswordChange, options?: CallOptions): Promise<Me>;
  /** Requests a mail to a new address, which takes effect once its link is followed. */
  changeEmail(change: EmailChange, options?: CallOptions): Promise<MailedLink>;
  /** Requests a mail with a link that verifies the address; returns the person if it is verified already. */
  verifyEmail(options?: CallOptions): Promise<MeOrMailedLink>;
  /** Verifies the address that a link was mailed to. */
  confirmEmail(confirmation: EmailConfirmation, options?: CallOptions): Promise<Me>;
  deleteMe(confirmation: AccountDeletion, options?: CallOptions): Promise<DeletedAccount>;
  /** The person's openId for one mini-app, and a token that proves it to the mini-app's back end. */
  fetchAppToken(appId: string, options?: CallOptions): Promise<AppToken>;
  /** For operators: creates a link that sets a new password for a person. */
  createResetLink(request: ResetLinkRequest, options?: PostOptions): Promise<ResetLink>;
}

export function peopleCalls({ ask, post }: Transport): PeopleCalls {
  const sessions = '/v1/sessions';
  const me = '/v1/me';
  const open = (at: string, json: object, options?: CallOptions) =>
    ({ method: 'POST', path: at, json, options }) as const;
  const asPerson = <Method extends 'GET' | 'POST' | 'PATCH' | 'DELETE'>(
    method: Method,
    at: string,
    options: CallOptions | undefined,
    json?: object,
  ) => ({ method, path: at, json, options, asPerson: true }) as const;

  return {
    createAccount: (request, options) =>
      ask(open('/v1/accounts', request, options), MeOrMailedLink),
    confirmAccount: (confirmation, options) =>
      ask(open('/v1/accounts/confirm', confirmation, options), Me),
    requestPasswordReset: (request, options) =>
      ask(open('/v1/password-resets', request, options), MailedLink),
    resetPassword: (reset, options) =>
      ask(open('/v1/password-resets/confirm', reset, options), ResetAccount),
    signIn: (request, options) => ask(open(sessions, request, options), SessionTokens),
    refreshSession: (request = {}, options) =>
      ask(open(`${sessions}/refresh`, request, options), SessionTokens),
    signOut: (options) => ask(asPerson('DELETE', `${sessions}/current`, options), EndedSession),
    listSessions: (options) => ask(asPerson('GET', sessions, options), SessionList),
    endOtherSessions: (options) =>
      ask(asPerson('DELETE', `${sessions}/others`, options), EndedSessions),
    endSession: (id, options) =>
      ask(asPerson('DELETE', path`/v1/sessions/${id}`, options), EndedSession),
    readMe: (options) => ask(asPerson('GET', me, options), Me),
    changeMe: (change, options) => ask(asPerson('PATCH', me, options, change), Me),
    changePassword: (change, options) =>
      ask(asPerson('POST', `${me}/password`, options, change), Me),
    changeEmail: (change, options) =>
      ask(asPerson('POST', `${me}/email`, options, change), MailedLink),
    verifyEmail: (options) =>
      ask(asPerson('POST', `${me}/email/verify`, options, {}), MeOrMailedLink),
    confirmEmail: (confirmation, options) =>
      ask(asPerson('POST', `${me}/email/confirm`, options, confirmation), Me),
    deleteMe: (confirmation, options) =>
      ask(asPerson('DELETE', me, options, confirmation), DeletedAccount),
    fetchAppToken: (appId, options) =>
      ask(asPerson('POST', path`/v1/mini-programs/${appId}/token`, options, {}), AppToken),
    createResetLink: (request, options) =>
      post('/v1/admin/people/reset-link', request, ResetLink, options),
  };
}
