import { ERRORS, type ErrorCode } from '@host/contracts';

/** What to do about an error in the console, where the table of errors says it in requests. */
const ADVICE: Readonly<Partial<Record<string, string>>> = {
  'idempotency-key-reused':
    'It changed since the first attempt: look whether that one was done, then begin anew.',
  'internal-error': 'Try again; if it stays, ask whoever runs the server.',
};

/** What only somebody who writes requests can follow. */
const OF_REQUESTS =
  /`|\b(?:GET|POST|PUT|PATCH|DELETE)\b|\/docs\/|header|JSON|Retry-After|Bearer|Idempotency/;

/** How to mend what went wrong, for who clicks; undefined where there is advice for programs alone. */
export function adviceFor(code: string): string | undefined {
  const own = ADVICE[code];
  if (own !== undefined) return own;
  const fix = Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode].fix : undefined;
  return fix === undefined || OF_REQUESTS.test(fix) ? undefined : fix;
}
