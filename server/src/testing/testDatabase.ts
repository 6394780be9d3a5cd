import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Database } from '../storage/database/Database.types.ts';
import { openDatabase } from '../storage/database/openDatabase.ts';
import {
  copyPostgresTemplate,
  copySqliteTemplate,
  databaseUrl,
  withClient,
} from './migratedTemplates.ts';

/** A database engine that tests run on. */
export interface TestEngine {
  name: string;
  /** A new database, up to date and without data. */
  createPlace(): Promise<TestPlace>;
  /** A place for a database in which nothing is, not even tables. */
  createEmptyPlace(): Promise<TestPlace>;
}

export interface TestPlace {
  /** Opens the database there; several can be open at once on an engine that several nodes can share. */
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/** A place that others can open by its address, too. */
export interface TestPlaceOnNetwork extends TestPlace {
  url: string;
}

/** The one that needs nothing. */
export const sqlite: TestEngine = {
  name: 'embedded',
  async createPlace() {
    const { path, place } = await createSqlitePlace();
    await copySqliteTemplate(path);
    return place;
  },
  createEmptyPlace: async () => (await createSqlitePlace()).place,
};

async function createSqlitePlace(): Promise<{ path: string; place: TestPlace }> {
  const folder = await mkdtemp(join(tmpdir(), 'host-db-'));
  const path = join(folder, 'host.db');
  const place = {
    open: () => openDatabase({ path }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  return { path, place };
}

/** The one that many nodes share, in a database of its own. */
export const postgres = (url: string) => {
  const placeAt = (name: string, address: string): TestPlaceOnNetwork => ({
    url: address,
    open: () => openDatabase({ url: address }),
    remove: () =>
      withClient(url, async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      }),
  });
  const newName = () => `test_${randomUUID().replaceAll('-', '')}`;
  return {
    name: 'PostgreSQL',
    async createPlace() {
      const name = newName();
      return placeAt(name, await copyPostgresTemplate(url, name));
    },
    async createEmptyPlace() {
      const name = newName();
      await withClient(url, (client) => client.query(`CREATE DATABASE ${name}`));
      return placeAt(name, databaseUrl(url, name));
    },
  } satisfies TestEngine;
};

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
