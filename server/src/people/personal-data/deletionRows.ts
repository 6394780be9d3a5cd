import type { Queries } from '../../storage/database/Database.types.ts';

/** Records that a person was deleted, until all parts of the server have deleted their data. */
export async function insertDeletion(tx: Queries, personId: string, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO person_deletions (person_id, deleted_at) VALUES (?, ?)
      ON CONFLICT (person_id) DO NOTHING`,
    personId,
    now,
  );
}

/** The people whose deletion is not finished, the earliest first. */
export async function listDeletions(db: Queries, limit: number): Promise<string[]> {
  const rows = await db.all<{ person_id: string }>(
    'SELECT person_id FROM person_deletions ORDER BY deleted_at LIMIT ?',
    limit,
  );
  return rows.map((row) => row.person_id);
}

export async function removeDeletion(db: Queries, personId: string): Promise<void> {
  await db.run('DELETE FROM person_deletions WHERE person_id = ?', personId);
}
