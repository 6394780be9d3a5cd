import { Pool, type PoolClient, types } from 'pg';

import type { Change, Database, SetQueries, SqlValue } from '../Database.types.ts';
import { migrate } from '../migrate.ts';
import type { RowClaim } from '../rowUpdate.ts';
import { advisoryKey } from './advisoryKey.ts';
import { type Skip, checkHistory } from './checkHistory.ts';
import { DATABASE_NOW } from './databaseNow.ts';
import { claimNumbered } from './claimNumbered.ts';
import { endSilentConnections } from './endSilentConnections.ts';
import { insertNumbered } from './insertNumbered.ts';
import { manyRows } from './manyRows.ts';
import { numberParameters } from './numberParameters.ts';
import { assertOwnSession, explainRefusal, SESSION_MARK, withSettings } from './ownSessions.ts';
import { PostgresChangeListener } from './PostgresChangeListener.ts';
import { PostgresLocks } from './PostgresLocks.ts';
import { postgresDialect } from './postgresDialect.ts';
import { readable } from './postgresFailure.ts';

const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** A node that stands still in a transaction loses it: others wait for its rows. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5000;
/** How long a send waits for the clock before its sender is told to try again. */
const CLOCK_TIMEOUT_MS = 5000;
/** A connection can be dead without a sign: the next send gets another one. */
const STORE_TIMEOUT_MS = 10_000;
/** PostgreSQL notices a node that is cut off: in seconds, not in hours. */
const NOTICE_LOST_CLIENTS = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
];
/** Held while the schema is made or changed. */
export const MIGRATION_LOCK = 'host:migrations';

/**
 * Opens PostgreSQL 15 or later: any number of nodes can share it.
 * @param onSkipped is called when positions were skipped, since the data may have another history than before
 */
export async function openPostgresDatabase(
  url: string,
  onSkipped?: (skip: Skip) => void,
): Promise<Database> {
  let isMigrated = false;
  const look = async (client: PoolClient) => {
    const skip = isMigrated ? await checkHistory(client) : undefined;
    if (skip) onSkipped?.(skip);
  };
  const lookFirst = async (client: PoolClient, done: (error?: Error) => void) => {
    try {
      await look(client);
    } catch (error) {
      return done(error as Error);
    }
    return done();
  };
  const verify = (client: PoolClient, done: (error?: Error) => void) =>
    void lookFirst(client, done);
  const settings = {
    connectionString: withSettings(url, [...NOTICE_LOST_CLIENTS, SESSION_MARK]),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  };
  const pool = new Pool({ ...settings, max: 16, verify });
  // A connection of its own: messages wait for the clock, and for no other work.
  const numberPool = new Pool({
    ...settings,
    max: 1,
    lock_timeout: CLOCK_TIMEOUT_MS,
    query_timeout: STORE_TIMEOUT_MS,
    verify,
  });
  const pools = [pool, numberPool];
  for (const each of pools) {
    // The pool replaces an idle connection that breaks; without a listener, the error would end the process.
    each.on('error', () => undefined);
    // So would one that is in use, where the pool does not listen; the failing query reports it.
    each.on('connect', (client) => client.on('error', () => undefined));
  }

  // Sessions that hold locks are let alone: whoever holds one may be at work without a query. What is sent waits for longer:
  // an answer that comes late is better than not to know whether it was stored.
  const stopWatching = endSilentConnections([pool], url);

  const inTransaction = async <Result>(work: (client: PoolClient) => Promise<Result>) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw readable(error);
    });
    let isCommitting = false;
    try {
      await client.query('BEGIN');
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
      // It may have been committed, with only the answer lost: then this node does not know what changed.
      if (isCommitting) changes.emit(undefined);
      throw readable(error);
    }
  };

  const schema = await firstSession(pool).catch(async (error: unknown) => {
    stopWatching();
    await Promise.all(pools.map((each) => each.end()));
    throw error;
  });
  const changes = new PostgresChangeListener(url, schema);
  await inTransaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', advisoryKey(schema, MIGRATION_LOCK));
    // Indexing a large table can take long.
    await client.query('SET LOCAL statement_timeout = 0');
    await migrate(queriesOn(client), postgresDialect);
  });
  isMigrated = true;
  const opened = await pool.connect();
  await look(opened).finally(() => opened.release());
  await changes.connect();
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
    // At once on this node: its next answers must not be outdated.
    for (const change of made) changes.emit(change);
    return result;
  };

  return {
    engine: 'postgres',
    isShared: true,
    ...queriesOn(pool),
    runMany: (sql, rows) => inTransaction((client) => queriesOn(client).runMany(sql, rows)),
    transaction,
    insertNumbered: async (inserts, count, rows) => {
      const first = await insertNumbered(numberPool, inserts, count, rows).catch(
        (error: unknown) => {
          throw readable(error);
        },
      );
      const { settle } = rows;
      // They are stored: a failure from here on must not be taken for one of theirs.
      if (settle) await transaction((tx) => settle(tx, first)).catch(warn);
      return first;
    },
    claimNumbered: (claims, now, limit) =>
      claimNumbered(numberPool, claims, now, limit).catch((error: unknown) => {
        throw readable(error);
      }),
    withLock: (name, work) => locks.run(name, work),
    onChange: (listener) => changes.onChange(listener),
    tell: (told) => changes.tell(pool, told),
    now: async () =>
      (await queriesOn(pool).get<{ now: number }>(`SELECT ${DATABASE_NOW} AS now`))!.now,
    check: async () => void (await pool.query('SELECT 1')),
    close: async () => {
      stopWatching();
      await changes.close();
      await Promise.all(pools.map((each) => each.end()));
    },
  };
}

/** The schema that sessions work in, once it is known that they are this server's own. */
async function firstSession(pool: Pool): Promise<string> {
  const client = await pool.connect().catch((error: unknown) => {
    throw explainRefusal(error);
  });
  try {
    await assertOwnSession(client);
    const found = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
    return found.rows[0]!.schema;
  } finally {
    client.release();
  }
}

const warn = (error: Error) => process.emitWarning(error);

// Counts and milliseconds: all far below 2^53.
const parserOf: typeof types.getTypeParser = (...args: Parameters<typeof types.getTypeParser>) =>
  args[0] === types.builtins.INT8 ? Number : types.getTypeParser(...args);

function queriesOn(client: Pool | PoolClient): SetQueries {
  const query = async (sql: string, parameters: SqlValue[]) => {
    try {
      return await client.query(numberParameters(sql), parameters);
    } catch (error) {
      throw readable(error);
    }
  };
  return {
    all: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      (await query(sql, parameters)).rows as Row[],
    get: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      (await query(sql, parameters)).rows[0] as Row | undefined,
    run: async (sql, ...parameters) => (await query(sql, parameters)).rowCount ?? 0,
    runMany: async (sql, rows) => {
      for (const { text, parameters } of manyRows(sql, rows)) await query(text, parameters);
    },
    updateMany: async ({ atOnce }, rows) => {
      if (rows.length > 0) await query(atOnce, [JSON.stringify(rows)]);
    },
    claimMany: async <Row extends object>({ shared }: RowClaim, ...parameters: SqlValue[]) =>
      (await query(shared, parameters)).rows as Row[],
  };
}
