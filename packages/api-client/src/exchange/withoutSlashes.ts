/**
 * A URL without trailing slashes. Not a regular expression: `/\/+$/` takes quadratic time on a long run of slashes.
 */
export function withoutSlashes(url: string): string {
  return url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url;
}
