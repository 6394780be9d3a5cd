import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import type { ReplaceableSecret } from '../../operations/identity/replaceableSecrets.ts';
import { contains } from '../../storage/database/contains.ts';
import type { Queries } from '../../storage/database/Database.types.ts';

export interface ServerKeyRow extends ReplaceableSecret {
  name: string;
  scopes: string;
  apps: string | null;
  mini_apps: string | null;
}

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
