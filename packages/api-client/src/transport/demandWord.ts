import { ApiClientError } from '../ApiClientError.ts';

/** Whether a secret can be sent in a header. */
export function isWord(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret);
}

/** The secret when it can be sent. Checked here: the error of `fetch` for a header that it cannot send would show it. */
export function demandWord(secret: string, problem: string): string {
  if (isWord(secret)) return secret;
  throw new ApiClientError('invalid-header', problem);
}
