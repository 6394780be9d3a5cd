import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { makeDatabaseFile } from '../sqlite/makeDatabaseFile.ts';
import { syncToDisk } from '../../objects/syncToDisk.ts';
import { fillTables } from './fillTables.ts';
import { skipSqliteIds } from './skipSqliteIds.ts';
import type { Content } from './Snapshot.types.ts';
import type { Queries, SqlValue } from '../Database.types.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';
import { sqliteDialect } from '../sqlite/sqliteDialect.ts';
import { StatementCache } from '../sqlite/StatementCache.ts';

const FILES_BESIDE = ['-wal', '-shm', '-journal'];

export function findSqliteData(path: string): string | undefined {
  return existsSync(path) ? `the database ${path}` : undefined;
}

/** Fills a new file, which replaces the old one once it is complete. */
export async function fillSqlite(
  path: string,
  content: Content,
  settle: (tx: Queries) => Promise<void>,
): Promise<void> {
  const fresh = `${path}.restoring`;
  await removeDatabase(fresh);
  makeDatabaseFile(fresh);
  const statements = new StatementCache(openSqlite(fresh));
  try {
    const tx = queriesOn(statements);
    // Rows come in any order, so foreign keys are only checked at the end.
    statements.connection.exec('BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON');
    await fillTables(tx, content, {
      dialect: sqliteDialect,
      insertOption: '',
      order: async (tables) => tables,
    });
    for (const [table, last] of Object.entries(content.lastIds)) {
      await tx.run('DELETE FROM sqlite_sequence WHERE name = ?', table);
      await tx.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, last);
    }
    await skipSqliteIds(tx);
    await settle(tx);
    statements.connection.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    statements.close();
  }
  await removeDatabase(path);
  await rename(fresh, path);
  // Removes the empty write-ahead log, which one of the SQLite bindings leaves behind under the temporary name.
  await removeDatabase(fresh);
  await syncToDisk(dirname(path));
}

async function removeDatabase(path: string): Promise<void> {
  for (const end of ['', ...FILES_BESIDE]) await rm(path + end, { force: true });
}

function queriesOn(statements: StatementCache): Queries {
  return {
    all: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      statements.all(sql, parameters) as Row[],
    get: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      statements.get(sql, parameters) as Row | undefined,
    run: async (sql, ...parameters) => statements.run(sql, parameters),
    runMany: async (sql, rows) => statements.runMany(sql, rows),
  };
}
