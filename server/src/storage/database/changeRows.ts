import type { Queries } from './Database.types.ts';

/** Deletes some change notifications from before a time. */
export async function deleteOldChanges(db: Queries, before: number, most: number): Promise<number> {
  return db.run(
    'DELETE FROM told_changes WHERE id IN (SELECT id FROM told_changes WHERE at < ? LIMIT ?)',
    before,
    most,
  );
}
