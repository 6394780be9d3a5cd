import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';

const CONTROL = /[\u0000-\u001f\u007f]/;

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
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && !url.username && !url.password && !url.hash && !CONTROL.test(text);
}
