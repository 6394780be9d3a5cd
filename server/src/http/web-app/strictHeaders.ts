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
 * The security headers of the console and the docs: only their own files may run and load, and no other site may frame
 * them. `more` are additional directives.
 */
export function strictHeaders(url: string, more: readonly string[] = []): Record<string, string> {
  return {
    ...reportingHeaders([...POLICY, ...more].join('; '), url),
    'integrity-policy': 'blocked-destinations=(script)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // The secret of a sign-in link is in the fragment, which is never sent anyway; this keeps the rest of the URL private too.
    'referrer-policy': 'no-referrer',
    ...EVERY_ANSWER,
    ...NO_DEVICES,
  };
}
