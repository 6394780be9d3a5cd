import type { TokenScope } from '@host/contracts';

import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import { contains } from '../../storage/database/contains.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import type { ReplaceableSecret } from './replaceableSecrets.ts';

export interface TokenRow extends ReplaceableSecret {
  name: string;
  scopes: string;
  apps: string | null;
  publisher_id: string | null;
  expires_at: number;
}

export interface NewToken {
  id: string;
  name: string;
  secretHash: string;
  scopes: readonly TokenScope[];
  apps: readonly string[] | undefined;
  publisher: string | undefined;
  createdAt: number;
  expiresAt: number;
}

export function findToken(db: Queries, id: string): Promise<TokenRow | undefined> {
  return db.get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id);
}

/** Operators issue every token by hand: there are few, and no index is needed to sort them. */
export const TOKEN_LIST: SortedList<TokenRow> = {
  keys: {
    // Ids begin with the time.
    createdAt: { sql: 'id', type: 'text' },
    name: { sql: 'LOWER(name)', type: 'text' },
    lastUsedAt: { sql: 'COALESCE(last_used_at, 0)', type: 'number' },
    expiresAt: { sql: 'expires_at', type: 'number' },
  },
  initial: 'createdAt',
  id: [{ sql: 'id', type: 'text' }],
  idOf: ({ id }) => [id],
};

export function listTokens(
  db: Queries,
  part: ListPart<TokenRow>,
  q: string | undefined,
): Promise<(TokenRow & SortedRow)[]> {
  const { condition, patterns } = contains(['name', 'id'], q);
  return db.all(
    `SELECT tokens.*, ${part.sortedBy} AS sorted_by FROM tokens
      WHERE ${part.behind} AND ${condition} ORDER BY ${part.order} LIMIT ?`,
    ...part.values,
    ...patterns,
    part.limit,
  );
}

/** The names of tokens by their ids. `root`, people and the system have none. */
export async function listTokenNames(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { marks, values } of listsOf([...new Set(ids)])) {
    const rows = await db.all<{ id: string; name: string }>(
      `SELECT id, name FROM tokens WHERE id IN ${marks}`,
      ...values,
    );
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

/** The ids of tokens whose names contain a text, in any case. */
export async function findTokenIds(db: Queries, text: string, limit: number): Promise<string[]> {
  const { condition, patterns } = contains(['name'], text);
  const rows = await db.all<{ id: string }>(
    `SELECT id FROM tokens WHERE ${condition} ORDER BY id DESC LIMIT ?`,
    ...patterns,
    limit,
  );
  return rows.map(({ id }) => id);
}

export async function insertToken(db: Queries, token: NewToken): Promise<void> {
  await db.run(
    `INSERT INTO tokens (id, name, secret_hash, scopes, apps, publisher_id, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    token.id,
    token.name,
    token.secretHash,
    JSON.stringify(token.scopes),
    token.apps ? JSON.stringify(token.apps) : null,
    token.publisher ?? null,
    token.createdAt,
    token.expiresAt,
  );
}
