import { hash } from 'node:crypto';

/** A collapse key in the form that a push service accepts: unchanged if it fits, else a digest of it. */
export function collapseId(key: string, fits: RegExp, longest: number): string {
  return fits.test(key) ? key : hash('sha256', key, 'base64url').slice(0, longest);
}
