import { randomUUID } from 'node:crypto';

import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';

/** A schema of their own on PostgreSQL for the tests of a file. Gives its address, once they run. */
export function useSchema(postgresUrl: string): () => string {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string) => {
    const client = new Client({ connectionString: postgresUrl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  beforeAll(() => run(`CREATE SCHEMA ${schema}`));
  afterAll(() => run(`DROP SCHEMA ${schema} CASCADE`));
  return () => {
    const address = new URL(postgresUrl);
    address.searchParams.set('options', `-c search_path=${schema}`);
    return address.href;
  };
}
