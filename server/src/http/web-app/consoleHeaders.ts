import { FRAME_HEADERS } from './hostAppHeaders.ts';
import { strictHeaders } from './strictHeaders.ts';
import { PREVIEW_PAGE } from './withPreview.ts';

// A version under review runs in a sandboxed frame, as it does in a host.
const OWN_FRAMES = "frame-src 'self'";

/** The security headers of the console, and of the frame in it. */
export function consoleHeaders(consoleUrl: string): (path: string) => Record<string, string> {
  const headers = strictHeaders(consoleUrl, [OWN_FRAMES]);
  return (path) => (path === PREVIEW_PAGE ? FRAME_HEADERS : headers);
}
