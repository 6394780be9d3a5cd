import type { Database } from './Database.types.ts';
import { openPostgresDatabase } from './postgres/openPostgresDatabase.ts';
import { openSqliteDatabase } from './sqlite/openSqliteDatabase.ts';

/**
 * Opens the database of a URL, `postgres://…`, or the embedded one of a file. `onLost` is called when that is broken for
 * good; connections to PostgreSQL are opened again instead. `onSkipped` is called with a position when positions before it
 * were skipped, since PostgreSQL is another one than before.
 */
export function openDatabase(
  location:
    | { url: string; onSkipped?: (position: number) => void }
    | { path: string; onLost?: (error: Error) => void },
): Promise<Database> {
  return 'url' in location
    ? openPostgresDatabase(location.url, location.onSkipped)
    : openSqliteDatabase(location.path, location.onLost);
}
