/** An address without the slashes at its end. No expression: `/\/+$/` tries anew at every slash of a long row. */
export function withoutSlashes(url: string): string {
  return url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url;
}
