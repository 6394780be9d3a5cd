import type { Client } from 'pg';

import { SKIPPED_IDS, fillTables } from './fillTables.ts';
import type { Content } from './Snapshot.types.ts';
import type { Queries, SqlValue } from '../Database.types.ts';
import { MIGRATION_LOCK } from '../postgres/migratePostgres.ts';
import { manyRows } from '../postgres/manyRows.ts';
import { numberParameters } from '../postgres/numberParameters.ts';
import { postgresDialect } from '../postgres/postgresDialect.ts';
import { advisoryKey } from '../postgres/advisoryKey.ts';
import { connectAlone } from './connectAlone.ts';

const TABLES = `SELECT table_name AS name FROM information_schema.tables
  WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name`;

const REFERENCES = `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
  FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`;

interface Reference {
  child: string;
  parent: string;
}

export async function findPostgresData(url: string): Promise<string | undefined> {
  const client = await connectAlone(url);
  try {
    const { rows } = await client.query<{ name: string }>(TABLES);
    return rows.length > 0 ? `the ${rows.length} tables at DATABASE_URL` : undefined;
  } finally {
    await client.end();
  }
}

/** Replaces the tables of the schema in one transaction: servers see the old ones or the new ones. */
export async function fillPostgres(
  url: string,
  content: Content,
  settle: (tx: Queries) => Promise<void>,
): Promise<void> {
  const client = await connectAlone(url);
  try {
    await client.query('BEGIN');
    const [{ schema }] = (await client.query('SELECT current_schema() AS schema')).rows as [
      { schema: string },
    ];
    // A server that starts now waits until the database is complete.
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', advisoryKey(schema, MIGRATION_LOCK));
    await dropOurs(client, content);
    const tx = queriesOn(client);
    await fillTables(tx, content, {
      dialect: postgresDialect,
      insertOption: 'OVERRIDING SYSTEM VALUE',
      order: async (tables) => parentsFirst(tables, await tx.all<Reference>(REFERENCES)),
    });
    for (const [table, last] of Object.entries(content.lastIds)) {
      await client.query(
        `SELECT setval(pg_get_serial_sequence(format('%I', $1::text), 'id'), $2)`,
        [table, last + SKIPPED_IDS],
      );
    }
    await settle(tx);
    await client.query('COMMIT');
  } finally {
    // This also rolls back an uncommitted transaction.
    await client.end();
  }
}

/** Drops only the tables of the content and what depends on them: the schema may contain tables of other programs. */
async function dropOurs(client: Client, content: Content): Promise<void> {
  const ours = new Set([...content.tables.map(({ name }) => name), 'schema_migrations']);
  const { rows } = await client.query<{ name: string }>(TABLES);
  const foreign = rows.map(({ name }) => name).filter((name) => !ours.has(name));
  if (foreign.length > 0) {
    throw new Error(
      `The schema has tables that the backup does not have (${foreign.join(', ')}). Restore into an empty database or schema.`,
    );
  }
  for (const { name } of rows) {
    await client.query(`DROP TABLE ${name} CASCADE`);
    await client.query(`DROP FUNCTION IF EXISTS ${name}_is_append_only()`);
  }
}

/** Tables in an order in which each comes after those that its rows refer to. */
function parentsFirst(
  tables: Content['tables'],
  references: readonly Reference[],
): Content['tables'] {
  const ordered: Content['tables'][number][] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const names = new Set([...left].map(({ name }) => name));
    const free = [...left].filter(
      ({ name }) =>
        !references.some(
          ({ child, parent }) => child === name && parent !== name && names.has(parent),
        ),
    );
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...names].join(', ')}.`);
    for (const table of free) {
      ordered.push(table);
      left.delete(table);
    }
  }
  return ordered;
}

function queriesOn(client: Client): Queries {
  const query = (sql: string, parameters: SqlValue[]) =>
    client.query(numberParameters(sql), parameters);
  return {
    all: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      (await query(sql, parameters)).rows as Row[],
    get: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      (await query(sql, parameters)).rows[0] as Row | undefined,
    run: async (sql, ...parameters) => (await query(sql, parameters)).rowCount ?? 0,
    runMany: async (sql, rows) => {
      for (const { text, parameters } of manyRows(sql, rows)) await query(text, parameters);
    },
  };
}
