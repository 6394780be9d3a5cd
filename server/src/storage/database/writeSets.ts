import type { SetQueries, ThreadDatabase } from './Database.types.ts';

/**
 * Writes independent sets of rows: in one transaction if that means waiting for the disk only once, otherwise without the
 * round trips of a transaction.
 */
export function writeSets(
  db: ThreadDatabase,
  write: (db: SetQueries) => Promise<void>,
): Promise<void> {
  return db.isShared ? write(db) : db.transaction(write);
}
