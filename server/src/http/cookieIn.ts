import type { IncomingHttpHeaders } from 'node:http';

/** The value of a cookie in the headers of a request; undefined when it is absent or empty. */
export function cookieIn({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value || undefined;
}
