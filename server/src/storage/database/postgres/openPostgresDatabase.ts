import type { PoolClient } from 'pg';

import type { Change, Database } from '../Database.types.ts';
import type { Skip } from './checkHistory.ts';
import { claimNumbered } from './claimNumbered.ts';
import { DATABASE_NOW } from './databaseNow.ts';
import { insertNumbered } from './insertNumbered.ts';
import { lookAtSessions } from './lookAtSessions.ts';
import { migratePostgres } from './migratePostgres.ts';
import { openPooledSessions } from './openPooledSessions.ts';
import { openOwnSessions } from './openOwnSessions.ts';
import { PostgresLocks } from './PostgresLocks.ts';
import { readable } from './postgresFailure.ts';
import { queriesOn } from './queriesOn.ts';

/**
 * Opens PostgreSQL 15 or later: any number of nodes can share it.
 * @param onSkipped is called when positions were skipped, because the data may have another history than before
 */
export async function openPostgresDatabase(
  url: string,
  onSkipped?: (skip: Skip) => void,
): Promise<Database> {
  const { arePooled, schema } = await lookAtSessions(url);
  await migratePostgres(url, schema);
  const open = arePooled ? openPooledSessions : openOwnSessions;
  const sessions = await open(url, schema, onSkipped);
  const { pool, numberPool, changes } = sessions;

  const inTransaction = async <Result>(work: (client: PoolClient) => Promise<Result>) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw readable(error);
    });
    let isCommitting = false;
    try {
      await sessions.begin(client);
      const result = await work(client);
      isCommitting = true;
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      // It may have been committed, with only the answer lost: this node then has to drop its caches.
      if (isCommitting) changes.emit(undefined);
      throw readable(error);
    }
  };
  const locks = new PostgresLocks(pool);

  const transaction: Database['transaction'] = async (work) => {
    const made: Change[] = [];
    const result = await inTransaction((client) => {
      const queries = queriesOn(client);
      return work({
        ...queries,
        lockMany: ({ atOnce }, keys) => queries.all(atOnce, JSON.stringify(keys())),
        notify: async (change) => {
          await changes.notify(client, change);
          made.push(change);
        },
      });
    });
    // Immediately on this node: its next answers must not be stale.
    for (const change of made) changes.emit(change);
    return result;
  };

  const takeNumbers: typeof sessions.takeNumbers = (take) =>
    sessions.takeNumbers(take).catch((error: unknown) => {
      throw readable(error);
    });

  return {
    engine: 'postgres',
    isShared: true,
    ...queriesOn(pool),
    runMany: (sql, rows) => inTransaction((client) => queriesOn(client).runMany(sql, rows)),
    transaction,
    insertNumbered: async (inserts, count, rows) => {
      const first = await takeNumbers((provided) =>
        insertNumbered(numberPool, inserts, count, rows, provided),
      );
      const { settle } = rows;
      // The rows are stored: a later failure must not be reported as if they were not.
      if (settle) await transaction((tx) => settle(tx, first)).catch(warn);
      return first;
    },
    claimNumbered: (claims, claim) =>
      takeNumbers((provided) => claimNumbered(sessions, claims, claim, provided)).catch(
        (error: unknown) => {
          // As in transactions, it may have been committed.
          if (claim.aside) changes.emit(undefined);
          throw error;
        },
      ),
    withLock: (name, work, leaseMs) => locks.run(name, work, leaseMs),
    onChange: (listener) => changes.onChange(listener),
    tell: (told) => changes.tell(told),
    now: async () =>
      (await queriesOn(pool).get<{ now: number }>(`SELECT ${DATABASE_NOW} AS now`))!.now,
    check: async () => void (await pool.query('SELECT 1')),
    close: () => sessions.close(),
  };
}

const warn = (error: Error) => process.emitWarning(error);
