import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';

// `URL` silently repairs spaces, backslashes and missing slashes. Addresses are also compared as text, so these are refused.
// User names and passwords are detected here, too: React Native's URL sees them in any path with an @.
const PLAIN = /^https?:\/\/(?![/:]|[^/?]*@)[^\s\\#\u0000-\u001f\u007f]+$/i;

/** An absolute http or https address without user name, password or fragment. */
export const HttpUrl = z
  .string()
  .check(
    z.maxLength(LIMITS.urlLength),
    z.refine(
      isPlainHttpUrl,
      'must be an http or https URL without user name, password or fragment',
    ),
  );

function isPlainHttpUrl(text: string): boolean {
  try {
    return PLAIN.test(text) && new URL(text).protocol !== '';
  } catch {
    return false;
  }
}
