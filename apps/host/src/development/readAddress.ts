const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a name is that of this machine. */
export function isLocal(hostname: string): boolean {
  return LOCAL.has(hostname);
}

/**
 * The origin of a dev server that somebody entered; undefined for anything that is not on this machine. A link could
 * lead here, and what it names must not be able to be a foreign mini-app.
 *
 * @example
 * readAddress('localhost:9002/'); // 'http://localhost:9002'
 */
export function readAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^https?:\/\//.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const { origin, hostname } = new URL(address);
  return isLocal(hostname) ? origin : undefined;
}
