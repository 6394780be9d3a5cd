import { HostError, type HostErrorCode } from './HostError.ts';

/** The words of a host's push, in those that mini-apps know. */
const CODES: Readonly<Record<string, HostErrorCode>> = {
  'too-many': 'quota-exceeded',
  'unknown-category': 'not-found',
  'time-is-past': 'invalid-argument',
  'invalid-argument': 'invalid-argument',
};

/** What a mini-app is told when the push of its host refuses something; anything else stays what it is. */
export function pushRefused(thrown: unknown): unknown {
  const { code = '', message = '' } = (thrown ?? {}) as { code?: string; message?: string };
  return Object.hasOwn(CODES, code) ? new HostError(CODES[code]!, message) : thrown;
}
