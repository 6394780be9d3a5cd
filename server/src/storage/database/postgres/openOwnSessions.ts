import type { PoolClient } from 'pg';

import { type Skip, checkHistory } from './checkHistory.ts';
import { endSilentConnections } from './endSilentConnections.ts';
import { openPool } from './openPool.ts';
import { PostgresChangeListener } from './PostgresChangeListener.ts';
import type { Sessions } from './Sessions.types.ts';
import { SETTINGS } from './sessionSettings.ts';
import { withSettings } from './withSettings.ts';

/** TCP keep-alive settings with which PostgreSQL notices a node that is cut off within seconds, instead of hours. */
const NOTICE_LOST_CLIENTS = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
];

/** Opens sessions without a pooler: each connection is one session with its own settings, on one PostgreSQL until it ends. */
export async function openOwnSessions(
  url: string,
  schema: string | null,
  onSkipped?: (skip: Skip) => void,
): Promise<Sessions> {
  const look = async (client: PoolClient, done: (error?: Error) => void) => {
    try {
      const skip = await checkHistory(client);
      if (skip) onSkipped?.(skip);
    } catch (error) {
      return done(error as Error);
    }
    return done();
  };
  const settings = {
    connectionString: withSettings(url, NOTICE_LOST_CLIENTS),
    statement_timeout: SETTINGS.statementMs,
    idle_in_transaction_session_timeout: SETTINGS.idleTransactionMs,
    verify: (client: PoolClient, done: (error?: Error) => void) => void look(client, done),
  };
  const pool = openPool({ ...settings, max: 16 });
  const numberPool = openPool({
    ...settings,
    max: 1,
    lock_timeout: SETTINGS.clockMs,
    query_timeout: SETTINGS.storeMs,
  });
  const changes = new PostgresChangeListener(pool, url, schema ?? '');
  // Including the pool for sends: senders on a dead connection would wait until its query times out.
  const stopWatching = endSilentConnections([pool, numberPool], url, numberPool);
  const close = async () => {
    stopWatching();
    await changes.close();
    await Promise.all([pool.end(), numberPool.end()]);
  };
  try {
    (await pool.connect()).release();
    await changes.connect();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pool,
    numberPool,
    changes,
    begin: async (client) => void (await client.query('BEGIN')),
    takeNumbers: async (take) => (await take())!,
    close,
  };
}
