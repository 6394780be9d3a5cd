import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { keptReleases, unpackRelease } from '../../../../test/testing/releaseData.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';
import { openSqliteDatabase } from '../sqlite/openSqliteDatabase.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}
interface Schema {
  columns: Column[];
  /** What may be there once, by table: ON CONFLICT names it, and other statements fail by it. */
  unique: string[];
  foreignKeys: string[];
}

/**
 * While nodes are replaced one after the other, those of the release before go on with a database that the first new node has
 * migrated: what they write and read has to be as they know it.
 */
describe.each(await keptReleases())(
  'the schema of this release beside nodes of $release',
  (data) => {
    const migrated = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'release-'));
      try {
        await unpackRelease(data, folder);
        const path = join(folder, 'host.db');
        const before = readSchema(path);
        await (await openSqliteDatabase(path)).close();
        return { before, after: readSchema(path) };
      } finally {
        await rm(folder, { recursive: true });
      }
    };

    it('has every column that they know, as it was, and wants no other from them', async () => {
      const { before, after } = await migrated();
      expect(before.columns.length).toBeGreaterThan(100);
      expect(after.columns).toEqual(expect.arrayContaining(before.columns));
      const tables = new Set(before.columns.map(({ table }) => table));
      const known = new Set(before.columns.map(keyOf));
      const added = after.columns.filter((column) => !known.has(keyOf(column)));
      const wanted = added.filter(
        ({ table, notnull, dflt_value: preset }) =>
          tables.has(table) && notnull === 1 && preset === null,
      );
      expect(wanted).toEqual([]);
    });

    it('refuses no row of theirs that it took before, and has what they name in conflicts', async () => {
      const { before, after } = await migrated();
      const tables = new Set(before.columns.map(({ table }) => table));
      const ofTheirs = (texts: string[]) => texts.filter((text) => tables.has(text.split(' ')[0]!));
      expect(before.unique.length).toBeGreaterThan(20);
      expect(ofTheirs(after.unique)).toEqual(before.unique);
      expect(ofTheirs(after.foreignKeys)).toEqual(before.foreignKeys);
    });
  },
);

const keyOf = ({ table, name }: Column) => `${table}.${name}`;

function readSchema(path: string): Schema {
  const db = openSqlite(path);
  const all = <Row>(sql: string) => db.prepare(sql).all() as Row[];
  const tables = `(SELECT name AS t FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%')`;
  try {
    return {
      columns: all<Column>(
        `SELECT t AS "table", c.name, c.type, c."notnull", c.dflt_value
          FROM ${tables}, pragma_table_info(t) c`,
      ).map((row) => ({ ...row })),
      unique: all<{ text: string }>(
        `SELECT t || ' ' || group_concat(COALESCE(c.name, 'expression'), ',') || ' ' || COALESCE(m.sql, '') AS text
          FROM ${tables}, pragma_index_list(t) i, pragma_index_info(i.name) c
          LEFT JOIN sqlite_master m ON m.name = i.name
          WHERE i."unique" = 1 GROUP BY t, i.name ORDER BY text`,
      ).map(({ text }) => text),
      foreignKeys: all<{ text: string }>(
        `SELECT t || ' ' || f."from" || ' ' || f."table" || ' ' || COALESCE(f."to", '') || ' ' || f.on_delete AS text
          FROM ${tables}, pragma_foreign_key_list(t) f ORDER BY text`,
      ).map(({ text }) => text),
    };
  } finally {
    db.close();
  }
}
