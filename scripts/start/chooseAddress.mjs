import { isIPv6 } from 'node:net';

import { freePort } from '../build/freePort.mjs';

/** Listen addresses that are reachable as `localhost`. */
const LOCAL = new Set(['127.0.0.1', '0.0.0.0', 'localhost', '::', '::1']);

/**
 * The environment variables that tell the server where to listen and which URL browsers on this machine use. It needs both
 * before it listens, so a free port is chosen here.
 */
export async function chooseAddress({ HOST, PORT, BASE_URL }) {
  const port = PORT === '0' ? String(await freePort()) : PORT || '8080';
  if (BASE_URL || !HOST || LOCAL.has(HOST)) return { PORT: port };
  return { PORT: port, BASE_URL: `http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${port}` };
}
