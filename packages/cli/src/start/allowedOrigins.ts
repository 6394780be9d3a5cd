const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a request means this server: by a name of this machine, or by any once it was opened to the network. */
export function isAllowedHost(header: string | undefined, listensOn: string): boolean {
  if (!isLocal(listensOn)) return true;
  return header !== undefined && LOCAL.has(header.replace(/:\d+$/, ''));
}

/** Whether pages of an origin may read what is served: those of this machine, where a host under development runs. */
export function isAllowedOrigin(origin: string, listensOn: string): boolean {
  if (!URL.canParse(origin)) return false;
  return LOCAL.has(new URL(origin).hostname) || !isLocal(listensOn);
}

export function isLocal(address: string): boolean {
  return address === 'localhost' || address === '127.0.0.1' || address === '::1';
}
