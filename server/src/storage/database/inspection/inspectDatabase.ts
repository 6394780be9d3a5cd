import { inspectPostgres } from './inspectPostgres.ts';
import { openSqliteSnapshot } from '../backup/openSqliteSnapshot.ts';
import type { DatabaseInspection } from './DatabaseInspection.types.ts';
import { migrations } from '../migrations/migrations.ts';

/** Inspects a database that servers may be using. Rejects if it cannot be reached. */
export async function inspectDatabase(
  location: { url: string } | { path: string },
): Promise<DatabaseInspection> {
  const { id, name } = migrations.at(-1)!;
  const lastKnown = { id, name };
  if ('url' in location) return { lastKnown, ...(await inspectPostgres(location.url)) };
  const snapshot = openSqliteSnapshot(location.path);
  await snapshot.close();
  const lastMigration = snapshot.migrations.at(-1);
  return {
    lastMigration,
    lastKnown,
    clock: undefined,
    problems: [],
    warnings: [],
    arePooled: false,
  };
}
