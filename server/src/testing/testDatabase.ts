import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import type { Database } from '../storage/database/Database.types.ts';
import { openDatabase } from '../storage/database/openDatabase.ts';

/** A database engine that tests run on. */
export interface TestEngine {
  name: string;
  /** A new, empty place for a database. */
  createPlace(): Promise<TestPlace>;
}

export interface TestPlace {
  /** Opens the database there; several can be open at once on an engine that several nodes can share. */
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/** The one that needs nothing. */
export const sqlite: TestEngine = {
  name: 'embedded',
  async createPlace() {
    const folder = await mkdtemp(join(tmpdir(), 'host-db-'));
    return {
      open: () => openDatabase({ path: join(folder, 'host.db') }),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  },
};

/** The one that many nodes share, in a schema of its own. */
export const postgres = (url: string): TestEngine => ({
  name: 'PostgreSQL',
  async createPlace() {
    const schema = `test_${randomUUID().replaceAll('-', '')}`;
    await query(url, `CREATE SCHEMA ${schema}`);
    const address = new URL(url);
    address.searchParams.set('options', `-c search_path=${schema}`);
    return {
      open: () => openDatabase({ url: address.href }),
      remove: () => query(url, `DROP SCHEMA ${schema} CASCADE`),
    };
  },
});

export interface TestDatabaseOptions {
  /** A new place on this engine, by default on the embedded one. */
  engine?: TestEngine;
  /** A place that another server uses, too: this one is a second node. */
  place?: TestPlace;
  /** The database of another server: this one is the same node, started with another configuration. */
  db?: Database;
}

/** Opens the database that a test server works on. What was handed in belongs to whoever made it and stays. */
export async function openTestDatabase(
  options: TestDatabaseOptions,
): Promise<{ db: Database; release: () => Promise<void> }> {
  if (options.db) return { db: options.db, release: async () => undefined };
  const place = options.place ?? (await (options.engine ?? sqlite).createPlace());
  const db = await place.open();
  const release = async () => {
    await db.close();
    if (!options.place) await place.remove();
  };
  return { db, release };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
