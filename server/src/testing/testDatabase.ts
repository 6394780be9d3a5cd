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
  /** A place for an empty database, without tables. */
  createEmptyPlace(): Promise<TestPlace>;
}

export interface TestPlace {
  /** Opens the database there; on an engine that nodes can share, it can be opened several times at once. */
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/** A place that other processes can open by its URL as well. */
export interface TestPlaceOnNetwork extends TestPlace {
  url: string;
}

/** The embedded engine, which needs no installation. */
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

/** PostgreSQL, with a new database for each place. */
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
  /** The place of another server, to start a second node on it. */
  place?: TestPlace;
  /** The database of another server, to start the same node with another configuration. */
  db?: Database;
}

/** Opens the database for a test server. A database or place that was passed in is not removed: its creator owns it. */
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
