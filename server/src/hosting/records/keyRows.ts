import type { PublisherKey, PublisherKeyRequest } from '@host/contracts';

import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import { contains } from '../../storage/database/contains.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

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

/** The ids of a mini-app's keys that are not revoked: if there are any, its archives have to be signed. */
export async function listActiveKeys(db: Queries, appId: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    'SELECT id FROM publisher_keys WHERE app_id = ? AND revoked_at IS NULL ORDER BY id',
    appId,
  );
  return rows.map(({ id }) => id);
}

/** Operators register every key by hand: there are few, and no index is needed to sort them. */
export const KEY_LIST: SortedList<KeyRow> = {
  keys: {
    appId: { sql: 'app_id', type: 'text' },
    name: { sql: 'LOWER(name)', type: 'text' },
    createdAt: { sql: 'created_at', type: 'number' },
  },
  initial: 'appId',
  id: [
    { sql: 'app_id', type: 'text' },
    { sql: 'id', type: 'text' },
  ],
  idOf: ({ app_id, id }) => [app_id, id],
};

/** Keys with a text in their name, id or mini-app; `apps` narrows it to some mini-apps. */
export async function listKeys(
  db: Queries,
  part: ListPart<KeyRow>,
  { apps, q }: { apps: readonly string[] | undefined; q: string | undefined },
): Promise<(KeyRow & SortedRow)[]> {
  const { condition, patterns } = contains(['name', 'id', 'app_id'], q);
  const read = (some: string, ...values: string[]) =>
    db.all<KeyRow & SortedRow>(
      `SELECT publisher_keys.*, ${part.sortedBy} AS sorted_by FROM publisher_keys
        WHERE ${part.behind} AND ${condition} ${some} ORDER BY ${part.order} LIMIT ?`,
      ...part.values,
      ...patterns,
      ...values,
      part.limit,
    );
  if (!apps) return read('');
  const rows = [];
  for (const { marks, values } of listsOf(apps)) {
    rows.push(...(await read(`AND app_id IN ${marks}`, ...values)));
  }
  return part.merge(rows);
}

/** Inserts a key; false if the mini-app has it, or has had it before. */
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

/** Revokes a key, idempotently: the time of the first revocation stays. Returns whether this was the first. */
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
