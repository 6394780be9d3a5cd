import { CLIENT_LIMITS } from '@host/contracts';
import type { MessageArgs } from '@host/contracts/messages';

import { ServerError } from '../../common/ServerError.ts';
import type { ACCOUNTS } from '../../messages/accounts.ts';

type AccountText = keyof typeof ACCOUNTS.texts;

/** What is wrong: a text about accounts, with what it is filled in with. `t(...problem)` says it. */
export type ProblemText = readonly [text: AccountText, args?: MessageArgs];

/** What is wrong with an e-mail address, as far as it can be told before the server is asked. */
export function emailProblem(email: string): ProblemText | undefined {
  return /^\S+@\S+$/.test(email.trim()) ? undefined : ['problem.email'];
}

/** What is wrong with a password that somebody has. It may be shorter than new ones. */
export function passwordProblem(password: string): ProblemText | undefined {
  return password === '' ? ['problem.password'] : undefined;
}

/** What is wrong with a password that is being chosen. */
export function newPasswordProblem(password: string): ProblemText | undefined {
  if (password.length >= CLIENT_LIMITS.passwordShortest) return undefined;
  return ['problem.newPassword', { count: CLIENT_LIMITS.passwordShortest }];
}

/** What went wrong with an account. What the server says of it is for who reads English, and its code for who helps. */
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
