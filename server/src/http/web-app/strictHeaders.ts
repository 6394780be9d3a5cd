import { reportingHeaders } from '../policy-reports/reportingHeaders.ts';
import { EVERY_ANSWER, NO_DEVICES } from '../headers/securityHeaders.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/**
 * The security headers of the console and the docs: what is not their own file does not run or load there, or frame them.
 * `more` are directives of one of them.
 */
export function strictHeaders(url: string, more: readonly string[] = []): Record<string, string> {
  return {
    ...reportingHeaders([...POLICY, ...more].join('; '), url),
    'integrity-policy': 'blocked-destinations=(script)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // The link that signs in to the console is in the fragment, which is never sent; nothing else of an address leaves, either.
    'referrer-policy': 'no-referrer',
    ...EVERY_ANSWER,
    ...NO_DEVICES,
  };
}
