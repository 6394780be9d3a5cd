import type { IncomingHttpHeaders } from 'node:http';

/** Whether a page of an origin made a request. */
export function isOwnPage(headers: IncomingHttpHeaders, origin: string): boolean {
  // Set by the browser, and not by scripts. Without it, as in old browsers and with plain http, the Origin header
  // decides.
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
