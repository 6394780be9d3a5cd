import { ApiClientError } from '../ApiClientError.ts';

/** Whether a secret can be sent in a header. */
export function isWord(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret);
}

/** Returns a secret that can be sent in a header. Checked here, since the error of `fetch` would contain it. */
export function requireWord(secret: string, problem: string): string {
  if (isWord(secret)) return secret;
  throw new ApiClientError('invalid-header', problem);
}
