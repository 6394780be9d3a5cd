import type { SetQueries, ThreadDatabase } from './Database.types.ts';

/**
 * Writes sets of rows of which each may be written without the others: in one transaction where that waits for the disk
 * once, otherwise without the round trips of one.
 */
export function writeSets(
  db: ThreadDatabase,
  write: (db: SetQueries) => Promise<void>,
): Promise<void> {
  return db.isShared ? write(db) : db.transaction(write);
}
