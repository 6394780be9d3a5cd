import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client } from 'pg';

import type { Dialect } from '../storage/database/Dialect.types.ts';
import { migrations } from '../storage/database/migrations/migrations.ts';
import { openDatabase } from '../storage/database/openDatabase.ts';
import { postgresDialect } from '../storage/database/postgres/postgresDialect.ts';
import { sqliteDialect } from '../storage/database/sqlite/sqliteDialect.ts';

// Databases that are migrated once and then copied: for most tests, migrating their own would take longer than the test.

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/databases/', import.meta.url));
/** The advisory lock for creating the PostgreSQL template. */
const TEMPLATE_LOCK = 20_250_417;

/** Copies an up-to-date embedded database to a file. */
export async function copySqliteTemplate(target: string): Promise<void> {
  const template = join(FOLDER, `${fingerprint(sqliteDialect)}.db`);
  try {
    await copyFile(template, target);
  } catch {
    await makeSqliteTemplate(template);
    await copyFile(template, target);
  }
}

async function makeSqliteTemplate(template: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const unfinished = await mkdtemp(join(FOLDER, 'unfinished-'));
  const path = join(unfinished, 'host.db');
  const db = await openDatabase({ path });
  await db.close();
  // Atomic, since other processes may create the same one concurrently.
  await rename(path, template);
  await rm(unfinished, { recursive: true });
}

/** Makes an up-to-date database of PostgreSQL. Returns its URL. */
export async function copyPostgresTemplate(url: string, name: string): Promise<string> {
  const template = `template_${fingerprint(postgresDialect)}`;
  await withClient(url, async (client) => {
    const copy = () => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    try {
      await copy();
    } catch (error) {
      if (!isUnknownDatabase(error)) throw error;
      await makePostgresTemplate(client, url, template);
      await copy();
    }
  });
  return databaseUrl(url, name);
}

async function makePostgresTemplate(client: Client, url: string, template: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      template,
    ]);
    if (rowCount !== 0) return;
    const unfinished = `${template}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished}`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    const db = await openDatabase({ url: databaseUrl(url, unfinished) });
    await db.close();
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

function fingerprint(dialect: Dialect): string {
  const steps = migrations.map((migration) => [
    migration.id,
    migration.name,
    migration.statements(dialect),
    // The source code of the function.
    String(Reflect.get(migration, 'fill')),
  ]);
  return createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16);
}

function isUnknownDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '3D000';
}
