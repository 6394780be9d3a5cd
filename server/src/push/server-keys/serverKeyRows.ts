import type { ListPart, SortedList, SortedRow } from '../../http/sortedList.ts';
import { contains } from '../../storage/database/contains.ts';
import type { Queries } from '../../storage/database/Database.types.ts';

export interface ServerKeyRow {
  id: string;
  name: string;
  secret_hash: string;
  scopes: string;
  apps: string | null;
  mini_apps: string | null;
  created_at: number;
  revoked_at: number | null;
  expires_at: number | null;
  rotated_at: number | null;
  last_used_at: number | null;
  /** The secret before the last one, and until when it is accepted. */
  previous_hash: string | null;
  previous_ends_at: number | null;
  previous_used_at: number | null;
}

/** Which of the two secrets of a key. */
export type KeyGeneration = 'current' | 'previous';

export function findServerKey(db: Queries, id: string): Promise<ServerKeyRow | undefined> {
  return db.get<ServerKeyRow>('SELECT * FROM server_keys WHERE id = ?', id);
}

/** Operators issue every key by hand: there are few, and no index is needed to sort them. */
export const SERVER_KEY_LIST: SortedList<ServerKeyRow> = {
  keys: {
    // Ids begin with the time.
    createdAt: { sql: 'id', type: 'text' },
    name: { sql: 'LOWER(name)', type: 'text' },
    lastUsedAt: { sql: 'COALESCE(last_used_at, 0)', type: 'number' },
    // Those that never end come last.
    expiresAt: { sql: 'COALESCE(expires_at, 9000000000000000)', type: 'number' },
  },
  initial: 'createdAt',
  id: [{ sql: 'id', type: 'text' }],
  idOf: ({ id }) => [id],
};

export function listServerKeys(
  db: Queries,
  part: ListPart<ServerKeyRow>,
  q: string | undefined,
): Promise<(ServerKeyRow & SortedRow)[]> {
  const { condition, patterns } = contains(['name', 'id'], q);
  return db.all(
    `SELECT server_keys.*, ${part.sortedBy} AS sorted_by FROM server_keys
      WHERE ${part.behind} AND ${condition} ORDER BY ${part.order} LIMIT ?`,
    ...part.values,
    ...patterns,
    part.limit,
  );
}

/** The host apps that keys were issued for, as stored. */
export function listBoundApps(db: Queries): Promise<{ apps: string }[]> {
  return db.all('SELECT DISTINCT apps FROM server_keys WHERE apps IS NOT NULL');
}

export async function insertServerKey(
  tx: Queries,
  row: Pick<
    ServerKeyRow,
    'id' | 'name' | 'secret_hash' | 'scopes' | 'apps' | 'mini_apps' | 'created_at' | 'expires_at'
  >,
): Promise<void> {
  await tx.run(
    `INSERT INTO server_keys (id, name, secret_hash, scopes, apps, mini_apps, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.name,
    row.secret_hash,
    row.scopes,
    row.apps,
    row.mini_apps,
    row.created_at,
    row.expires_at,
  );
}

/** Gives a key another secret. The one before is accepted until a time; the one before that no more. */
export async function replaceSecret(
  tx: Queries,
  id: string,
  next: { hash: string; at: number; expiresAt: number | null; previousEndsAt: number },
): Promise<void> {
  await tx.run(
    `UPDATE server_keys SET previous_hash = secret_hash, previous_ends_at = ?,
        previous_used_at = last_used_at, secret_hash = ?, rotated_at = ?, expires_at = ?, last_used_at = NULL
      WHERE id = ?`,
    next.previousEndsAt,
    next.hash,
    next.at,
    next.expiresAt,
    id,
  );
}

/** Remembers that a secret was used, unless it was replaced meanwhile. */
export async function touchServerKey(
  db: Queries,
  row: Pick<ServerKeyRow, 'id' | 'secret_hash'>,
  generation: KeyGeneration,
  at: number,
): Promise<void> {
  const column = generation === 'current' ? 'last_used_at' : 'previous_used_at';
  await db.run(
    `UPDATE server_keys SET ${column} = ? WHERE id = ? AND secret_hash = ?`,
    at,
    row.id,
    row.secret_hash,
  );
}

/** Revoking again keeps the time of the first revocation. */
export async function revokeServerKey(tx: Queries, id: string, at: number): Promise<void> {
  await tx.run('UPDATE server_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id);
}
