import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

import { isLocal } from './allowedOrigins.ts';

/** What a server listens on that is there for every address of the machine. */
const EVERYWHERE = new Set(['0.0.0.0', '::']);

/** Where a server that listens there can be reached, the likeliest first. */
export function addressesOf(host: string, port: number): string[] {
  if (isLocal(host)) return [`http://localhost:${port}`];
  if (!EVERYWHERE.has(host)) return [`http://${isIPv6(host) ? `[${host}]` : host}:${port}`];
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one && one.family === 'IPv4' && !one.internal);
  return [...others.map((one) => `http://${one!.address}:${port}`), `http://localhost:${port}`];
}
