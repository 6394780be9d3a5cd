import { Pool, type PoolConfig, types } from 'pg';

import { SETTINGS } from './sessionSettings.ts';

/** A pool of connections that are replaced when they break. */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: SETTINGS.connectWithinMs,
    keepAlive: true,
    types: { getTypeParser: parserOf },
    ...config,
  });
  // The pool replaces an idle connection that breaks; without a listener, the error would end the process.
  pool.on('error', () => undefined);
  // The same for a connection in use, where the pool has no listener; the failing query reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

// Counts and milliseconds: all far below 2^53.
const parserOf: typeof types.getTypeParser = (...args: Parameters<typeof types.getTypeParser>) =>
  args[0] === types.builtins.INT8 ? Number : types.getTypeParser(...args);
