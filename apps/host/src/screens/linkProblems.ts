import { CLIENT_LIMITS } from '@host/contracts';

import type { ServerError } from '../services/ServerError.ts';

/** What the server says about a link, in words for the person. */
export function linkProblem(error: ServerError): string {
  if (error.code === 'link-invalid') {
    return 'This link was used already or has expired. Ask for a new one.';
  }
  if (error.code === 'password-wrong') {
    return 'This is not the password that you chose for the account.';
  }
  if (error.code === 'mail-not-configured') {
    return 'This service sends no mail. Ask who runs it for a link.';
  }
  if (error.status === 429) return 'Too many attempts. Wait a little and try again.';
  if (error.isUnreachable) {
    return 'The server cannot be reached. Check your connection and try again.';
  }
  return error.message;
}

/** What is wrong with a password that is being chosen. */
export function newPasswordProblem(password: string): string | undefined {
  if (password.length >= CLIENT_LIMITS.passwordShortest) return undefined;
  return `A password has at least ${CLIENT_LIMITS.passwordShortest} characters.`;
}
