import type { IncomingHttpHeaders } from 'node:http';

// Lists of what passes, not of what does not: cookies, hop-by-hop headers and whatever else is invented stay here.
const TO_UPSTREAM = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'traceparent',
] as const;

const FROM_UPSTREAM = [
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'retry-after',
  'vary',
] as const;

/** The headers of a request that a back end is told. */
export function headersToUpstream(headers: IncomingHttpHeaders): Record<string, string> {
  return pick(headers, TO_UPSTREAM);
}

/** The headers of a back end's answer that the caller is told. */
export function headersFromUpstream(headers: IncomingHttpHeaders): Record<string, string> {
  const { vary, ...picked } = pick(headers, FROM_UPSTREAM);
  return {
    ...picked,
    // Whether a page of another origin may read it is said here.
    ...(vary !== undefined && { vary: `${vary}, origin` }),
    // Somebody else's answer on our origin: opened as a page it may do nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}
