import { existsSync } from 'node:fs';

import { ConfigError } from '../../../errors/ConfigError.ts';
import type { AppliedMigration, Snapshot } from './Snapshot.types.ts';
import type { SqlValue } from '../Database.types.ts';
import { openReader } from '../sqlite/sqliteDatabase.ts';

const ROWS_AT_ONCE = 1000;

/** Opens a snapshot of the embedded database: a read transaction on the write-ahead log, which does not block writers. */
export function openSqliteSnapshot(path: string): Snapshot {
  if (!existsSync(path)) {
    throw new ConfigError([
      `There is no database at ${path}. Set DATA_DIR to the folder of a server that ran`,
    ]);
  }
  const reader = openReader(path);
  const all = <Row>(sql: string) => reader.all(sql, []) as Row[];
  reader.connection.exec('BEGIN');
  const names = all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
  ).map(({ name }) => name);
  const sequences = all<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence');

  return {
    migrations: names.includes('schema_migrations')
      ? all<AppliedMigration>('SELECT id, name FROM schema_migrations ORDER BY id')
      : [],
    tables: names
      .filter((name) => name !== 'schema_migrations')
      .map((name) => ({
        name,
        columns: all<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`).map(
          (column) => column.name,
        ),
      })),
    lastIds: Object.fromEntries(sequences.map(({ name, seq }) => [name, seq])),
    async *rows({ name, columns }) {
      const statement = reader.connection.prepare(`SELECT ${columns.join(', ')} FROM ${name}`);
      statement.setReturnArrays(true);
      let batch: SqlValue[][] = [];
      for (const row of statement.iterate() as Iterable<unknown>) {
        batch.push(row as SqlValue[]);
        if (batch.length < ROWS_AT_ONCE) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async close() {
      reader.close();
    },
  };
}
