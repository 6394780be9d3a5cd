import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

import { isLocal } from './allowedOrigins.ts';

/** The addresses that mean "all network interfaces". */
const EVERYWHERE = new Set(['0.0.0.0', '::']);

/** The URLs under which a server that listens there can be reached, the likeliest first. */
export function addressesOf(host: string, port: number): string[] {
  if (isLocal(host)) return [`http://localhost:${port}`];
  if (!EVERYWHERE.has(host)) return [`http://${isIPv6(host) ? `[${host}]` : host}:${port}`];
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one && one.family === 'IPv4' && !one.internal);
  return [...others.map((one) => `http://${one!.address}:${port}`), `http://localhost:${port}`];
}
