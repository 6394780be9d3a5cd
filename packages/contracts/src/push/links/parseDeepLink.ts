import type { ParsedDeepLink } from './ParsedDeepLink.types.ts';
import { NO_QUERY, parsePlainLink } from './parsePlainLink.ts';
import { splitDeepLink } from './splitDeepLink.ts';

const MAX_ROUTE_LENGTH = 2000;
// Empty segments, path traversal, and characters that a handler could read as another path, or a terminal as a command.
// oxlint-disable-next-line no-control-regex
const DANGEROUS_PART = /^\.{0,2}$|[/\\\u0000-\u001f\u007f]/;
// oxlint-disable-next-line no-control-regex
const DANGEROUS_VALUE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Parses `<app_scheme>://<route>` or a bare `<route>`; undefined if it is not a link, or a dangerous one. */
export function parseDeepLink(text: string): ParsedDeepLink | undefined {
  return parsePlainLink(text) ?? parseAnyLink(text);
}

function parseAnyLink(text: string): ParsedDeepLink | undefined {
  const split = splitDeepLink(text);
  // A link with a scheme that is not an app's, like `data:…`.
  if (!split && /^[^/?#]*:/.test(text)) return undefined;
  const route = split?.route ?? text;
  if (route.length > MAX_ROUTE_LENGTH) return undefined;

  const [, path = '', search] = /^([^?#]*)\??([^#]*)/.exec(route) ?? [];
  const parts = decodeParts(path.replace(/^\/|\/$/g, ''));
  const query = search ? decodeQuery(search.replaceAll('+', ' ')) : NO_QUERY;
  return parts && query && { scheme: split?.scheme, parts, query };
}

function decodeParts(path: string): string[] | undefined {
  const parts: string[] = [];
  for (const raw of path.split('/')) {
    const part = decode(raw);
    if (part === undefined || DANGEROUS_PART.test(part)) return undefined;
    parts.push(part);
  }
  return parts;
}

function decodeQuery(text: string): Map<string, string> | undefined {
  const query = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [raw = '', ...rest] = pair.split('=');
    const name = decode(raw);
    const value = decode(rest.join('='));
    if (name === undefined || value === undefined || DANGEROUS_VALUE.test(name + value)) {
      return undefined;
    }
    // The first one wins: parameters appended to a link must not override existing ones.
    if (!query.has(name)) query.set(name, value);
  }
  return query;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
