import type { QueryResult } from 'pg';

import { ApiError } from '../../../errors/ApiError.ts';
import type { Skip } from './checkHistory.ts';
import { PooledHistory } from './PooledHistory.ts';
import { openPool } from './openPool.ts';
import { PostgresChangePoller } from './PostgresChangePoller.ts';
import type { Sessions } from './Sessions.types.ts';
import { LIMITS, SETTINGS } from './sessionSettings.ts';

/** Longer than PostgreSQL's own statement timeout. */
const ANSWER_WITHIN_MS = SETTINGS.statementMs + 5000;
const LOOK_WITHIN_MS = 5000;
/** The number of attempts if PostgreSQL is replaced meanwhile. */
const MAX_TRIES = 3;

/** Sets the lock timeout within a statement that is its own transaction, before it waits for a row. */
const LIMIT_CLOCK = `set_config('lock_timeout', '${SETTINGS.clockMs}', TRUE) IS NOT NULL`;

/**
 * Opens sessions through a pooler in transaction mode. No state may belong to a session: settings are made per transaction,
 * no statement is prepared, changes are polled, and the history of the data is checked with every statement that depends on
 * it. PostgreSQL cannot be asked whether it is working on a statement, since it is unknown which session has it: a silent
 * connection to the pooler is closed once its statement must have timed out.
 */
export async function openPooledSessions(
  url: string,
  schema: string | null,
  onSkipped?: (skip: Skip) => void,
): Promise<Sessions> {
  const settings = { connectionString: url };
  const pool = openPool({ ...settings, max: 16, query_timeout: ANSWER_WITHIN_MS });
  const numberPool = openPool({ ...settings, max: 1, query_timeout: SETTINGS.storeMs });
  const lookPool = openPool({ ...settings, max: 1, query_timeout: LOOK_WITHIN_MS });
  const pools = [pool, numberPool, lookPool];
  const endAll = () => Promise.all(pools.map((each) => each.end()));
  const open = async () => {
    const found = await PooledHistory.open(pool, onSkipped);
    const poller = new PostgresChangePoller(lookPool, schema ?? '', found);
    await poller.connect();
    return { history: found, changes: poller };
  };
  const { history, changes } = await open().catch(async (error: unknown) => {
    await endAll();
    throw error;
  });
  /** Retries work that does nothing while the history differs from the known one. */
  const onKnownHistory = async <Result>(work: () => Promise<Result | undefined>) => {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const result = await work();
      if (result !== undefined) return result;
      await history.look();
    }
    throw new ApiError('unavailable', 'The database changes all the time.', {
      retryAfterSeconds: 1,
    });
  };
  return {
    pool,
    numberPool,
    changes,
    async begin(client) {
      await onKnownHistory(async () => {
        const results = (await client.query(
          `BEGIN; ${LIMITS}; SELECT ${history.sql} AS found`,
        )) as unknown as QueryResult<{ found: string }>[];
        if (history.isKnown(results.at(-1)!.rows[0]!.found)) return true;
        await client.query('ROLLBACK');
        return undefined;
      });
    },
    takeNumbers: (take) => onKnownHistory(() => take(`${history.isSame} AND ${LIMIT_CLOCK}`)),
    async close() {
      await changes.close();
      await endAll();
    },
  };
}
