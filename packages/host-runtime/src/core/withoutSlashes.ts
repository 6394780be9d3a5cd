/** An address without the slashes at its end. No expression: `/\/+$/` tries anew at every slash of a long row. */
export function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}
