import { createHash } from 'node:crypto';

import { Pool, type PoolClient, types } from 'pg';

import { ApiError } from '../../../ApiError.ts';
import type { Change, Database, Queries, SqlValue, Transaction } from '../Database.types.ts';
import { migrate } from '../migrate.ts';
import { numberParameters } from './numberParameters.ts';
import { CHANGE_CHANNEL, PostgresChangeListener } from './PostgresChangeListener.ts';
import { postgresDialect } from './postgresDialect.ts';

const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 20_000;
const MIGRATION_LOCK = 'host:migrations';
const INT8 = 20;
const DISK_FULL = '53100';
const LOCK_NOT_AVAILABLE = '55P03';

/** Opens PostgreSQL 15 or later: any number of nodes can share it. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  };
  const pool = new Pool({ ...settings, max: 16 });
  // A lock is held across several transactions; with a pool of their own lock holders never starve their own queries.
  const lockPool = new Pool({ ...settings, max: 8, lock_timeout: LOCK_TIMEOUT_MS });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  lockPool.on('error', () => undefined);

  const inTransaction = async <Result>(work: (client: PoolClient) => Promise<Result>) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw readable(error);
    }
  };

  const { schema } = (await pool.query<{ schema: string }>('SELECT current_schema() AS schema'))
    .rows[0]!;
  await inTransaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', lockKey(schema, MIGRATION_LOCK));
    await migrate(queriesOn(client), postgresDialect);
  });
  const changes = new PostgresChangeListener(url, schema);
  await changes.connect();

  return {
    engine: 'postgres',
    ...queriesOn(pool),
    transaction: (work) =>
      inTransaction((client) => work({ ...queriesOn(client), notify: notifyOn(client, schema) })),
    withLock: async (name, work) => {
      const client = await lockPool.connect();
      const key = lockKey(schema, name);
      try {
        await client.query('SELECT pg_advisory_lock($1, $2)', key);
      } catch (error) {
        client.release(true);
        throw readable(error);
      }
      try {
        return await work();
      } finally {
        await client.query('SELECT pg_advisory_unlock($1, $2)', key).then(
          () => client.release(),
          () => client.release(true),
        );
      }
    },
    onChange: (listener) => changes.onChange(listener),
    check: async () => void (await pool.query('SELECT 1')),
    close: async () => {
      await changes.close();
      await Promise.all([pool.end(), lockPool.end()]);
    },
  };
}

// Counts and milliseconds: all far below 2^53.
const parserOf: typeof types.getTypeParser = (...args: Parameters<typeof types.getTypeParser>) =>
  Number(args[0]) === INT8 ? Number : types.getTypeParser(...args);

function queriesOn(client: Pool | PoolClient): Queries {
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
  };
}

function notifyOn(client: PoolClient, schema: string): Transaction['notify'] {
  return async (change: Change) => {
    await client.query('SELECT pg_notify($1, $2)', [
      CHANGE_CHANNEL,
      JSON.stringify({ ...change, schema }),
    ]);
  };
}

/** Advisory locks are numbers, shared by the whole database: the name is hashed together with the schema. */
function lockKey(schema: string, name: string): [number, number] {
  const hash = createHash('sha256').update(`${schema}\0${name}`).digest();
  return [hash.readInt32BE(0), hash.readInt32BE(4)];
}

function readable(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === DISK_FULL) {
    return new ApiError('storage-full', 'The disk that holds the database is full.', {
      cause: error,
    });
  }
  if (code === LOCK_NOT_AVAILABLE) {
    return new ApiError('unavailable', 'Somebody else is working on the same thing.', {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  return error;
}
