import { HostError, type HostErrorCode } from './HostError.ts';

/** Maps error codes of a host's push to those of mini-apps. */
const CODES: Readonly<Record<string, HostErrorCode>> = {
  'too-many': 'quota-exceeded',
  'unknown-category': 'not-found',
  'time-is-past': 'invalid-argument',
  'invalid-argument': 'invalid-argument',
};

/** Translates a refusal of the host's push for a mini-app; other errors are returned unchanged. */
export function pushRefused(thrown: unknown): unknown {
  const { code = '', message = '' } = (thrown ?? {}) as { code?: string; message?: string };
  return Object.hasOwn(CODES, code) ? new HostError(CODES[code]!, message) : thrown;
}
