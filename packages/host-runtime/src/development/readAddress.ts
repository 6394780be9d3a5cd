// Parsed here and not by URL: React Native's implementation parses http://evil.example?@localhost as one of localhost.
const ADDRESS = /^(?:(https?):\/\/)?([\w.-]+|\[::1\])(:\d{1,5})?(?:[/?#].*)?$/i;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host name means this machine. */
export function isLocal(hostname: string): boolean {
  return LOCAL.has(hostname);
}

/** Addresses of private networks, which nobody on the internet has. */
const PRIVATE = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}$/;

/** Where a dev server may be: on the same machine or, for a phone, in the same network. */
export type Reach = 'machine' | 'network';

/**
 * The origin of a dev server that somebody entered or scanned; undefined for anything outside of `reach`. A link could lead
 * here, and must not be able to load a mini-app from the internet.
 *
 * @example
 * readAddress('localhost:9002/', 'machine'); // 'http://localhost:9002'
 */
export function readAddress(text: string, reach: Reach): string | undefined {
  const [, scheme = 'http', name = '', port = ''] = ADDRESS.exec(text.trim()) ?? [];
  const hostname = name.toLowerCase();
  const isNear = isLocal(hostname) || (reach === 'network' && PRIVATE.test(hostname));
  return isNear ? `${scheme.toLowerCase()}://${hostname}${port}` : undefined;
}
