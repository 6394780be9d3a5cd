/** Host names and addresses. A URL may also contain quotes, braces and `$`, which are special in the files it is written to. */
const HOST = /^[a-z0-9._:[\]-]+$/;

/** The origin of a web URL, safe to be written into any file; undefined if it is none. */
export function webOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, origin } = new URL(address);
  return /^https?:$/.test(protocol) && HOST.test(host) ? origin : undefined;
}
