import type { Queries } from './Database.types.ts';

/** Forgets locks that ended before a time, and whose holders did not live to say so. */
export async function deleteEndedLocks(db: Queries, before: number, most: number): Promise<number> {
  return db.run(
    'DELETE FROM locks WHERE name IN (SELECT name FROM locks WHERE ends < ? LIMIT ?)',
    before,
    most,
  );
}
