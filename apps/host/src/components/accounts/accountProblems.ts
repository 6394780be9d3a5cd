import { CLIENT_LIMITS } from '@host/contracts';

import type { ServerError } from '../../common/ServerError.ts';

/** What is wrong with an e-mail address, as far as it can be told before the server is asked. */
export function emailProblem(email: string): string | undefined {
  if (/^\S+@\S+$/.test(email.trim())) return undefined;
  return 'Enter an e-mail address, for example ann@example.com.';
}

/** What is wrong with a password that somebody has. It may be shorter than new ones. */
export function passwordProblem(password: string): string | undefined {
  return password === '' ? 'Enter your password.' : undefined;
}

/** What is wrong with a password that is being chosen. */
export function newPasswordProblem(password: string): string | undefined {
  if (password.length >= CLIENT_LIMITS.passwordShortest) return undefined;
  return `A password has at least ${CLIENT_LIMITS.passwordShortest} characters.`;
}

/** What the server says about an account, in words for the person. */
export function accountProblem(error: ServerError): string {
  if (error.code === 'password-wrong') return 'This is not the password of the account.';
  if (error.status === 429) return 'Too many attempts. Wait a little and try again.';
  if (error.isUnreachable) {
    return 'The server cannot be reached. Check your connection and try again.';
  }
  return error.message;
}
