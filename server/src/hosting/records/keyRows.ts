import type { PublisherKey, PublisherKeyRequest } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';

export interface KeyRow {
  app_id: string;
  id: string;
  name: string;
  public_key: string;
  created_at: number;
  revoked_at: number | null;
}

export function findKey(db: Queries, appId: string, id: string): Promise<KeyRow | undefined> {
  return db.get<KeyRow>('SELECT * FROM publisher_keys WHERE app_id = ? AND id = ?', appId, id);
}

/** The ids of a mini-app's keys that are not revoked: when there are any, its archives have to be signed. */
export async function listActiveKeys(db: Queries, appId: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    'SELECT id FROM publisher_keys WHERE app_id = ? AND revoked_at IS NULL ORDER BY id',
    appId,
  );
  return rows.map(({ id }) => id);
}

/** Keys in the order of their mini-apps and ids, those after a place; `apps` narrows it to some mini-apps. */
export async function listKeys(
  db: Queries,
  page: { afterApp: string; afterId: string; limit: number; apps: readonly string[] | undefined },
): Promise<KeyRow[]> {
  const { afterApp, afterId, limit } = page;
  if (!page.apps) {
    return db.all<KeyRow>(
      `SELECT * FROM publisher_keys WHERE app_id > ? OR (app_id = ? AND id > ?)
        ORDER BY app_id, id LIMIT ?`,
      afterApp,
      afterApp,
      afterId,
      limit,
    );
  }
  const found: KeyRow[] = [];
  for (const appId of page.apps.toSorted()) {
    if (appId < afterApp || found.length >= limit) continue;
    const rows = await db.all<KeyRow>(
      'SELECT * FROM publisher_keys WHERE app_id = ? AND id > ? ORDER BY id LIMIT ?',
      appId,
      appId === afterApp ? afterId : '',
      limit - found.length,
    );
    found.push(...rows);
  }
  return found;
}

/** Inserts a key; false when the mini-app has it already, or had it once. */
export async function insertKey(
  tx: Queries,
  id: string,
  { appId, name, publicKey }: PublisherKeyRequest,
  now: number,
): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO publisher_keys (app_id, id, name, public_key, created_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (app_id, id) DO NOTHING`,
    appId,
    id,
    name,
    publicKey,
    now,
  );
  return inserted === 1;
}

/** Keeps the time of the first revocation when it is done again; says whether this was the first. */
export async function revokeKey(
  tx: Queries,
  appId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const revoked = await tx.run(
    'UPDATE publisher_keys SET revoked_at = ? WHERE app_id = ? AND id = ? AND revoked_at IS NULL',
    now,
    appId,
    id,
  );
  return revoked === 1;
}

export function toPublisherKey(row: KeyRow): PublisherKey {
  return {
    id: row.id,
    appId: row.app_id,
    name: row.name,
    publicKey: row.public_key,
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.revoked_at !== null && { revokedAt: new Date(row.revoked_at).toISOString() }),
  };
}
