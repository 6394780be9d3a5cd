import { hash } from 'node:crypto';

/** A collapse key as a push service takes it: as it is where it fits, else a digest that stands for it. */
export function collapseId(key: string, fits: RegExp, longest: number): string {
  return fits.test(key) ? key : hash('sha256', key, 'base64url').slice(0, longest);
}
