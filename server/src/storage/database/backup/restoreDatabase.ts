import type { Queries } from '../Database.types.ts';
import { fillPostgres, findPostgresData } from './fillPostgres.ts';
import { fillSqlite, findSqliteData } from './fillSqlite.ts';
import type { Content } from './Snapshot.types.ts';

type Location = { url: string } | { path: string };

/** Describes the existing content of a database; undefined if it is empty. */
export async function findData(location: Location): Promise<string | undefined> {
  return 'url' in location ? findPostgresData(location.url) : findSqliteData(location.path);
}

/**
 * Replaces the content of a database, atomically: on any failure, nothing changes. `settle` runs in the same transaction,
 * after the rows were counted.
 */
export async function restoreDatabase(
  location: Location,
  content: Content,
  settle: (tx: Queries) => Promise<void>,
): Promise<void> {
  if ('url' in location) await fillPostgres(location.url, content, settle);
  else await fillSqlite(location.path, content, settle);
}
