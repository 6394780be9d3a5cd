import type { Database } from './Database.types.ts';
import { openPostgresDatabase } from './postgres/openPostgresDatabase.ts';
import { openSqliteDatabase } from './sqlite/openSqliteDatabase.ts';

/**
 * Opens the database that an address names: `postgres://…`, or the path of the embedded one's file. `onLost` is told when
 * it broke for good; one of PostgreSQL is connected to again instead.
 */
export function openDatabase(
  location: { url: string } | { path: string; onLost?: (error: Error) => void },
): Promise<Database> {
  return 'url' in location
    ? openPostgresDatabase(location.url)
    : openSqliteDatabase(location.path, location.onLost);
}
