// The parts of a device that a whole host needs: requests to its servers, random numbers, base64.
import { randomBytes } from 'node:crypto';

const TIMEOUT_MS = 60_000;

export function deviceIo({ component, servers, initialUrl, locale }) {
  return {
    component,
    initialUrl,
    locale,
    async request(json) {
      const { method, url, headers, body } = JSON.parse(json);
      const response = await fetch(reachable(url, servers), {
        method,
        headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return JSON.stringify({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      });
    },
    randomBase64: (bytes) => randomBytes(bytes).toString('base64'),
    textOf: (base64) => Buffer.from(base64, 'base64').toString('utf8'),
    atob: (text) => atob(text),
    btoa: (bytes) => btoa(bytes),
  };
}

/** The address behind which the server really is. */
function reachable(url, servers) {
  const { origin, pathname, search } = new URL(url);
  const server = servers[origin];
  if (server === undefined) throw new Error(`${origin} cannot be reached.`);
  return `${server}${pathname}${search}`;
}
