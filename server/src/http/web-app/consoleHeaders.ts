import { reportingHeaders } from '../policy-reports/reportingHeaders.ts';
import { FRAME_HEADERS } from './hostAppHeaders.ts';
import { PREVIEW_PAGE } from './withPreview.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  // A version that is reviewed runs in a sandboxed frame, as it does in a host.
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The security headers of the console: what is not its own file does not run or load there, or frame it. */
export function consoleHeaders(consoleUrl: string): (path: string) => Record<string, string> {
  const headers = {
    ...reportingHeaders(POLICY, consoleUrl),
    'integrity-policy': 'blocked-destinations=(script)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // The link that signs in is in the fragment, which is never sent; nothing else of an address leaves, either.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  };
  return (path) => (path === PREVIEW_PAGE ? FRAME_HEADERS : headers);
}
