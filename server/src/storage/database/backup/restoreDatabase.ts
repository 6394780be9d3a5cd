import type { Queries } from '../Database.types.ts';
import { fillPostgres, findPostgresData } from './fillPostgres.ts';
import { fillSqlite, findSqliteData } from './fillSqlite.ts';
import type { Content } from './Snapshot.types.ts';

type Location = { url: string } | { path: string };

/** Says what a database holds already; undefined when it is empty. */
export async function findData(location: Location): Promise<string | undefined> {
  return 'url' in location ? findPostgresData(location.url) : findSqliteData(location.path);
}

/**
 * Makes a database that holds the given content, in place of what is there: all of it, or on any failure nothing. `settle`
 * runs in the same transaction, after every row was counted.
 */
export async function restoreDatabase(
  location: Location,
  content: Content,
  settle: (tx: Queries) => Promise<void>,
): Promise<void> {
  if ('url' in location) await fillPostgres(location.url, content, settle);
  else await fillSqlite(location.path, content, settle);
}
