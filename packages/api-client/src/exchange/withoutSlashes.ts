/**
 * An address without the slashes at its end. Not a regular expression: `/\/+$/` starts over at every slash of a long
 * run.
 */
export function withoutSlashes(url: string): string {
  return url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url;
}
