import type { ParsedDeepLink } from './ParsedDeepLink.types.ts';
import { splitDeepLink } from './splitDeepLink.ts';

export const NO_QUERY: ReadonlyMap<string, string> = new Map();

const MAX_LENGTH = 500;
const MARK = '://';
const DOT = '.'.charCodeAt(0);
const SLASH = '/'.charCodeAt(0);
const IS_PLAIN = new Uint8Array(128).map((_, code) => +/[\w.~-]/.test(String.fromCharCode(code)));

/** The scheme of the last link, a one-entry cache: an app has a single scheme. */
let knownScheme: string | undefined;

/**
 * The fast path for the usual link, `acme://order/42`, which has no query and nothing to decode: one pass, without a regular
 * expression. Undefined for any other text, which may still be a valid link.
 */
export function parsePlainLink(text: string): ParsedDeepLink | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const scheme = schemeOf(text);
  if (scheme === '') return undefined;
  const parts = plainParts(text, scheme === undefined ? 0 : scheme.length + MARK.length);
  return parts && { scheme, parts, query: NO_QUERY };
}

/** The scheme; empty if it is not allowed, undefined if there is none. */
function schemeOf(text: string): string | undefined {
  if (knownScheme && text.startsWith(MARK, knownScheme.length) && text.startsWith(knownScheme)) {
    return knownScheme;
  }
  const mark = text.indexOf(MARK);
  if (mark < 0) return undefined;
  const split = splitDeepLink(`${text.slice(0, mark)}://x`);
  if (split) knownScheme = split.scheme;
  return split?.scheme ?? '';
}

function plainParts(text: string, start: number): string[] | undefined {
  const parts: string[] = [];
  let from = start;
  for (let index = start; index <= text.length; index++) {
    const code = index === text.length ? SLASH : text.charCodeAt(index);
    if (code === SLASH) {
      // Empty, or perhaps `.` or `..`.
      if (index === from || text.charCodeAt(from) === DOT) return undefined;
      parts.push(text.slice(from, index));
      from = index + 1;
    } else if (IS_PLAIN[code] !== 1) return undefined;
  }
  return parts;
}
