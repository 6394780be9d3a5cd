import type { Database } from './Database.types.ts';
import type { Skip } from './postgres/checkHistory.ts';
import { openPostgresDatabase } from './postgres/openPostgresDatabase.ts';
import { openSqliteDatabase } from './sqlite/openSqliteDatabase.ts';

/**
 * Opens the database of a URL, `postgres://…`, or the embedded one of a file. `onLost` is called when that is broken for
 * good; connections to PostgreSQL are opened again instead. `onSkipped` is called when positions were skipped, since
 * PostgreSQL may be another one than before, or an older one.
 */
export function openDatabase(
  location:
    | { url: string; onSkipped?: (skip: Skip) => void }
    | { path: string; onLost?: (error: Error) => void },
): Promise<Database> {
  return 'url' in location
    ? openPostgresDatabase(location.url, location.onSkipped)
    : openSqliteDatabase(location.path, location.onLost);
}
