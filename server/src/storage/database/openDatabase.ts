import type { Database } from './Database.types.ts';
import type { Skip } from './postgres/checkHistory.ts';
import { openPostgresDatabase } from './postgres/openPostgresDatabase.ts';
import { openSqliteDatabase } from './sqlite/openSqliteDatabase.ts';

/**
 * Opens the database at a URL, `postgres://…`, or the embedded one in a file. `onLost` is called when the embedded one is
 * broken for good; connections to PostgreSQL are reopened instead. `onSkipped` is called when positions were skipped,
 * because PostgreSQL may be a different one than before, or have older data.
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
