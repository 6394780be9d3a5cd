import type { Queries } from '../../storage/database/Database.types.ts';

/** Who a mini-app means by an `openId` that it was given; undefined for one that it was not, also where another was. */
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

/** Remembers that a mini-app is given an `openId`: it cannot be turned back into the person. */
export async function noteOpenId(
  db: Queries,
  { appId, openId, personId }: { appId: string; openId: string; personId: string },
): Promise<void> {
  // Looked up first: a token is fetched every few minutes, and a read costs no sync of the disk.
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
