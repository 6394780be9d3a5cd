/** Names and addresses. A URL may hold quotes, braces and `$`, too, which mean something in the files where it is written. */
const HOST = /^[a-z0-9._:[\]-]+$/;

/** The origin of an address of the web, as it can stand in any file; undefined where it is none. */
export function webOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, origin } = new URL(address);
  return /^https?:$/.test(protocol) && HOST.test(host) ? origin : undefined;
}
