import type { Database } from './Database.types.ts';
import { openPostgresDatabase } from './postgres/openPostgresDatabase.ts';
import { openSqliteDatabase } from './sqlite/openSqliteDatabase.ts';

/**
 * Opens the database of a URL, `postgres://…`, or the embedded one of a file. `onLost` is called when that is broken for
 * good; connections to PostgreSQL are opened again instead.
 */
export function openDatabase(
  location: { url: string } | { path: string; onLost?: (error: Error) => void },
): Promise<Database> {
  return 'url' in location
    ? openPostgresDatabase(location.url)
    : openSqliteDatabase(location.path, location.onLost);
}
