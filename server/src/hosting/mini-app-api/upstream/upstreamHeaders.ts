import type { IncomingHttpHeaders } from 'node:http';

// Allowlists: cookies, hop-by-hop headers and any header invented later are dropped. So are validators (ETag and the like):
// browsers send them back, so a back end could use them to recognize a person without consent.
const TO_UPSTREAM = [
  'accept',
  'accept-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'traceparent',
] as const;

const FROM_UPSTREAM = [
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'retry-after',
  'vary',
] as const;

/** Link relations for paging. Browsers act on others by themselves, such as `preload` and `preconnect`. */
const PAGE_LINK = /<[^<>]*>\s*;\s*rel="?(?:next|prev|first|last)"?(?=\s*(?:,|$))/gi;

/** The headers of a request that are forwarded to a back end. */
export function headersToUpstream(headers: IncomingHttpHeaders): Record<string, string> {
  // Only the first language: the whole list with its weights is a fingerprint.
  const [language] = headers['accept-language']?.split(/[,;]/) ?? [];
  return { ...pick(headers, TO_UPSTREAM), ...(language && { 'accept-language': language.trim() }) };
}

/** The headers of a back end's answer that are passed on to the caller. */
export function headersFromUpstream(headers: IncomingHttpHeaders): Record<string, string> {
  const { vary, ...picked } = pick(headers, FROM_UPSTREAM);
  const links = pageLinks(headers.link);
  return {
    ...picked,
    ...(links && { link: links }),
    // So that no cache serves one person's answer to another; CORS headers are set by this server, hence `origin`.
    vary: [vary, 'authorization', 'origin'].filter(Boolean).join(', '),
    // Somebody else's answer on our origin: opened as a page it may do nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

// The page of the host receives these answers. A link with another relation could make the browser connect to a server of
// the back end's choice, which would learn the person's IP address.
function pageLinks(link: string | string[] | undefined): string | undefined {
  return String(link ?? '')
    .match(PAGE_LINK)
    ?.join(', ');
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}
