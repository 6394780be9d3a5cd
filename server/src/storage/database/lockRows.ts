import type { Queries } from './Database.types.ts';

/** Deletes locks that expired before a time, because their holders died. */
export async function deleteEndedLocks(db: Queries, before: number, most: number): Promise<number> {
  return db.run(
    'DELETE FROM locks WHERE name IN (SELECT name FROM locks WHERE ends < ? LIMIT ?)',
    before,
    most,
  );
}
