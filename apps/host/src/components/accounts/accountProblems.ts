import { CLIENT_LIMITS } from '@host/contracts';
import type { MessageArgs } from '@host/contracts/messages';

import { ServerError } from '../../common/ServerError.ts';
import type { ACCOUNTS } from '../../messages/accounts.ts';

type AccountText = keyof typeof ACCOUNTS.texts;

/** A problem as the key of an account message with its arguments, for `t(...problem)`. */
export type ProblemText = readonly [text: AccountText, args?: MessageArgs];

/** Validates an e-mail address on the client, before the server does. */
export function emailProblem(email: string): ProblemText | undefined {
  return /^\S+@\S+$/.test(email.trim()) ? undefined : ['problem.email'];
}

/** Validates an existing password, which may be shorter than new ones have to be. */
export function passwordProblem(password: string): ProblemText | undefined {
  return password === '' ? ['problem.password'] : undefined;
}

/** Validates a new password. */
export function newPasswordProblem(password: string): ProblemText | undefined {
  if (password.length >= CLIENT_LIMITS.passwordShortest) return undefined;
  return ['problem.newPassword', { count: CLIENT_LIMITS.passwordShortest }];
}

/** The message for a server error about an account. The server's own text is English only; its code is for support. */
export function accountProblem(
  error: unknown,
  wrongPassword: AccountText = 'problem.wrongPassword',
): ProblemText {
  if (!(error instanceof ServerError)) return ['problem.unknown'];
  if (error.code === 'password-wrong') return [wrongPassword];
  if (error.status === 429) return ['problem.tooMany'];
  if (error.isUnreachable) return ['problem.unreachable'];
  return ['problem.server', { code: error.code }];
}
