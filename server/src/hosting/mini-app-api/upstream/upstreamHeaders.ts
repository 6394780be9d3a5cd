import type { IncomingHttpHeaders } from 'node:http';

// Lists of what passes, not of what does not: cookies, hop-by-hop headers and whatever else is invented stay here. So do
// validators: a browser sends back what it was given, and a back end could know it again by that without any consent.
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

/** What says which page of a list comes next. Browsers follow other links on their own, such as those to load ahead. */
const PAGE_LINK = /<[^<>]*>\s*;\s*rel="?(?:next|prev|first|last)"?(?=\s*(?:,|$))/gi;

/** The headers of a request that a back end is told. */
export function headersToUpstream(headers: IncomingHttpHeaders): Record<string, string> {
  // The whole list of languages with their weights is rare enough to tell people apart.
  const [language] = headers['accept-language']?.split(/[,;]/) ?? [];
  return { ...pick(headers, TO_UPSTREAM), ...(language && { 'accept-language': language.trim() }) };
}

/** The headers of a back end's answer that the caller is told. */
export function headersFromUpstream(headers: IncomingHttpHeaders): Record<string, string> {
  const { vary, ...picked } = pick(headers, FROM_UPSTREAM);
  const links = pageLinks(headers.link);
  return {
    ...picked,
    ...(links && { link: links }),
    // Nobody is shown what a cache kept of somebody else, and whether a page of another origin may read it is said here.
    vary: [vary, 'authorization', 'origin'].filter(Boolean).join(', '),
    // Somebody else's answer on our origin: opened as a page it may do nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

// The page of the host receives these answers. A link with another relation makes the browser connect to a server that the
// back end names, which then learns the address of the person.
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
