import type { Queries } from '../../storage/database/Database.types.ts';

/** The person behind an `openId` that this mini-app was given; undefined for the openIds of other mini-apps. */
export async function personOfOpenId(
  db: Queries,
  appId: string,
  openId: string,
): Promise<string | undefined> {
  const row = await db.get<{ person_id: string }>(
    'SELECT person_id FROM open_ids WHERE app_id = ? AND open_id = ?',
    appId,
    openId,
  );
  return row?.person_id;
}

/** Stores which person an `openId` stands for, since it cannot be reversed. */
export async function storeOpenId(
  db: Queries,
  { appId, openId, personId }: { appId: string; openId: string; personId: string },
): Promise<void> {
  // Read first: tokens are fetched every few minutes, and a read needs no sync of the disk.
  if ((await personOfOpenId(db, appId, openId)) !== undefined) return;
  await db.run(
    `INSERT INTO open_ids (app_id, open_id, person_id) VALUES (?, ?, ?)
      ON CONFLICT (app_id, open_id) DO NOTHING`,
    appId,
    openId,
    personId,
  );
}

export async function forgetOpenIds(db: Queries, personId: string): Promise<void> {
  await db.run('DELETE FROM open_ids WHERE person_id = ?', personId);
}
