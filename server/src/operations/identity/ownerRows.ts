import type { Queries } from '../../storage/database/Database.types.ts';

/** Whether a publisher exists. */
export async function isPublisher(db: Queries, id: string): Promise<boolean> {
  return (await db.get('SELECT id FROM publishers WHERE id = ?', id)) !== undefined;
}

/** Locks the list of a publisher's mini-apps until the transaction ends, so that nobody else adds one. */
export async function lockAppsOf(tx: Queries, publisherId: string): Promise<void> {
  // A no-op update is the row lock that both engines support.
  await tx.run('UPDATE publishers SET name = name WHERE id = ?', publisherId);
}

/** The mini-apps of a publisher, in the order of their ids. */
export async function listAppsOf(db: Queries, publisherId: string): Promise<string[]> {
  const rows = await db.all<{ app_id: string }>(
    'SELECT app_id FROM app_owners WHERE publisher_id = ? ORDER BY app_id',
    publisherId,
  );
  return rows.map(({ app_id }) => app_id);
}

/** The owner of an appId, a publisher or nobody; undefined if the appId was never used. */
export function findOwner(
  db: Queries,
  appId: string,
): Promise<{ publisher_id: string | null } | undefined> {
  return db.get('SELECT publisher_id FROM app_owners WHERE app_id = ?', appId);
}

/** Sets the owner of an appId; false when it has one. */
export async function insertOwner(
  tx: Queries,
  appId: string,
  publisherId: string | null,
): Promise<boolean> {
  const inserted = await tx.run(
    'INSERT INTO app_owners (app_id, publisher_id) VALUES (?, ?) ON CONFLICT (app_id) DO NOTHING',
    appId,
    publisherId,
  );
  return inserted === 1;
}

export async function putOwner(
  tx: Queries,
  appId: string,
  publisherId: string | null,
): Promise<void> {
  await tx.run(
    `INSERT INTO app_owners (app_id, publisher_id) VALUES (?, ?)
      ON CONFLICT (app_id) DO UPDATE SET publisher_id = excluded.publisher_id`,
    appId,
    publisherId,
  );
}
