import type { IncomingHttpHeaders } from 'node:http';

/**
 * The value of a cookie in the headers of a request; undefined when it is absent, empty or sent more than once: then one was
 * set for another path or host name, and nothing tells which.
 */
export function cookieIn({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim());
  const [value, another] = pairs.filter((pair) => pair.startsWith(`${name}=`));
  return another === undefined ? value?.slice(name.length + 1) || undefined : undefined;
}
