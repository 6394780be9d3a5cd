import type { Queries } from '../../../storage/database/Database.types.ts';

/** Whose uploads are counted together: those of a publisher, or of one mini-app without a publisher. */
export interface UploadHolder {
  publisher: string | undefined;
  appId: string;
}

/** The bytes that a holder has uploaded and not registered, except for one version, and the time of the oldest upload. */
export async function pendingWithout(
  db: Queries,
  { publisher, appId }: UploadHolder,
  version: string,
): Promise<{ bytes: number; oldest: number | null }> {
  const isOf = publisher === undefined ? 'p.app_id = ?' : 'o.publisher_id = ?';
  const row = await db.get<{ bytes: number; oldest: number | null }>(
    `SELECT CAST(COALESCE(SUM(p.bytes), 0) AS BIGINT) AS bytes, MIN(p.uploaded_at) AS oldest
      FROM pending_uploads p LEFT JOIN app_owners o ON o.app_id = p.app_id
      WHERE ${isOf} AND NOT (p.app_id = ? AND p.version = ?)`,
    publisher ?? appId,
    appId,
    version,
  );
  return row!;
}

/** When the last upload for a version came; undefined when there is no unregistered upload. */
export async function findPending(
  db: Queries,
  appId: string,
  version: string,
): Promise<number | undefined> {
  const row = await db.get<{ uploaded_at: number }>(
    'SELECT uploaded_at FROM pending_uploads WHERE app_id = ? AND version = ?',
    appId,
    version,
  );
  return row?.uploaded_at;
}

export async function putPending(
  tx: Queries,
  { appId, version, bytes }: { appId: string; version: string; bytes: number },
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO pending_uploads (app_id, version, bytes, uploaded_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (app_id, version) DO UPDATE SET bytes = excluded.bytes, uploaded_at = excluded.uploaded_at`,
    appId,
    version,
    bytes,
    now,
  );
}

export async function deletePending(tx: Queries, appId: string, version: string): Promise<void> {
  await tx.run('DELETE FROM pending_uploads WHERE app_id = ? AND version = ?', appId, version);
}

/** Versions for which the last upload came before a time, the oldest first. */
export function listPendingBefore(
  db: Queries,
  before: number,
  limit: number,
): Promise<{ app_id: string; version: string }[]> {
  return db.all(
    'SELECT app_id, version FROM pending_uploads WHERE uploaded_at <= ? ORDER BY uploaded_at LIMIT ?',
    before,
    limit,
  );
}
