import { isIPv6 } from 'node:net';

import { freePort } from '../build/freePort.mjs';

/** Where a server listens that `localhost` leads to. */
const LOCAL = new Set(['127.0.0.1', '0.0.0.0', 'localhost', '::', '::1']);

/**
 * The environment that tells the server where it listens and how a browser on this machine finds it. It has to know both
 * before it listens, so that a free port is looked for here.
 */
export async function chooseAddress({ HOST, PORT, BASE_URL }) {
  const port = PORT === '0' ? String(await freePort()) : PORT || '8080';
  if (BASE_URL || !HOST || LOCAL.has(HOST)) return { PORT: port };
  return { PORT: port, BASE_URL: `http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${port}` };
}
