import { Client } from 'pg';

import { migrate } from '../migrate.ts';
import { advisoryKey } from './advisoryKey.ts';
import { postgresDialect } from './postgresDialect.ts';
import { queriesOn } from './queriesOn.ts';
import { LIMITS, SETTINGS } from './sessionSettings.ts';

/** The advisory lock for creating or changing the schema. */
export const MIGRATION_LOCK = 'host:migrations';

/** Brings the schema up to date in one transaction, which other nodes wait for, on a separate connection. */
export async function migratePostgres(url: string, schema: string | null): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: SETTINGS.connectWithinMs,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query(LIMITS);
    const key = advisoryKey(schema ?? '', MIGRATION_LOCK);
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', key);
    // Indexing a large table can take a long time.
    await client.query('SET LOCAL statement_timeout = 0');
    await migrate(queriesOn(client), postgresDialect);
    await client.query('COMMIT');
  } finally {
    // This also rolls back an uncommitted transaction.
    await client.end();
  }
}
