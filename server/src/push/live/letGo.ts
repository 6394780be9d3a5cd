import { setTimeout as wait } from 'node:timers/promises';

import type { Connection } from './connection/Connection.ts';

const STEP_MS = 50;
const MIN_AWAY_MS = 100;
/** The longest delay after which a disconnected device is told to reconnect. */
const MAX_AWAY_MS = 600;
/** Devices that are disconnected all at once are told to reconnect at this rate. */
const BACK_PER_SECOND = 500;

/** Ends a connection with a reason that tells the device when to reconnect. */
type Disconnect = (connection: Connection, reason: string) => void;

/**
 * Disconnects devices evenly over `ms`, so that they reconnect to other nodes gradually. It takes that long even without
 * devices: proxies need time to notice that this node is not ready before it closes its port.
 */
export async function letGoEvenly(
  connections: readonly Connection[],
  ms: number,
  disconnect: Disconnect,
): Promise<void> {
  const began = performance.now();
  for (let share = 0, closed = 0; share < 1;) {
    await wait(STEP_MS);
    share = ms > 0 ? Math.min(1, (performance.now() - began) / ms) : 1;
    for (const end = Math.ceil(share * connections.length); closed < end; closed++) {
      disconnect(connections[closed]!, reasonAfter(ms > 0 ? 0 : closed));
    }
  }
}

/** Disconnects devices at once, and spreads out when they reconnect. */
export function letGoNow(connections: readonly Connection[], disconnect: Disconnect): void {
  for (const [index, connection] of connections.entries()) {
    disconnect(connection, reasonAfter(index));
  }
}

/** Tells a device when to reconnect, with jitter, and after `others` that are disconnected together with it. */
function reasonAfter(others: number): string {
  const moment = MIN_AWAY_MS + Math.random() * (MAX_AWAY_MS - MIN_AWAY_MS);
  const ms = Math.round(moment + (others * 1000) / BACK_PER_SECOND);
  return `the server shuts down; come back in ${ms} ms`;
}
