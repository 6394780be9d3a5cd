import type { Queries } from '../../storage/database/Database.types.ts';

/** A session of the console, with the name of the token that started it; NULL for the root token. */
export interface ConsoleSessionRow {
  id: string;
  secret_hash: string;
  token_id: string | null;
  root_proof: string | null;
  address: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

type NamedSessionRow = ConsoleSessionRow & { token_name: string | null };

export async function insertConsoleSession(tx: Queries, row: ConsoleSessionRow): Promise<void> {
  await tx.run(
    `INSERT INTO console_sessions
      (id, secret_hash, token_id, root_proof, address, created_at, last_used_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.secret_hash,
    row.token_id,
    row.root_proof,
    row.address,
    row.created_at,
    row.last_used_at,
    row.expires_at,
  );
}

const NAMED = `SELECT sessions.*, tokens.name AS token_name FROM console_sessions AS sessions
  LEFT JOIN tokens ON tokens.id = sessions.token_id`;

export function findConsoleSession(db: Queries, id: string): Promise<NamedSessionRow | undefined> {
  return db.get<NamedSessionRow>(`${NAMED} WHERE sessions.id = ?`, id);
}

/** Those that have not ended, the newest first. */
export function listConsoleSessions(
  db: Queries,
  {
    below,
    now,
    idleSince,
    limit,
  }: { below: string; now: number; idleSince: number; limit: number },
): Promise<NamedSessionRow[]> {
  return db.all<NamedSessionRow>(
    `${NAMED} WHERE sessions.id < ? AND sessions.expires_at > ? AND sessions.last_used_at > ?
      ORDER BY sessions.id DESC LIMIT ?`,
    below,
    now,
    idleSince,
    limit,
  );
}

export async function touchConsoleSession(db: Queries, id: string, at: number): Promise<void> {
  await db.run('UPDATE console_sessions SET last_used_at = ? WHERE id = ?', at, id);
}

export async function deleteConsoleSession(db: Queries, id: string): Promise<void> {
  await db.run('DELETE FROM console_sessions WHERE id = ?', id);
}

/** Deletes all but the newest sessions of a token, or of the root token. */
export async function deleteOldest(
  tx: Queries,
  tokenId: string | null,
  kept: number,
): Promise<void> {
  await tx.run(
    `DELETE FROM console_sessions WHERE id IN (
      SELECT id FROM console_sessions WHERE COALESCE(token_id, '') = ? ORDER BY id DESC LIMIT 1000 OFFSET ?)`,
    tokenId ?? '',
    kept,
  );
}

/** Deletes what has ended, and forgets links that are too old to work again. */
export async function forgetEnded(
  db: Queries,
  { now, idleSince, linksBefore }: { now: number; idleSince: number; linksBefore: number },
): Promise<void> {
  await db.run(
    'DELETE FROM console_sessions WHERE expires_at <= ? OR last_used_at <= ?',
    now,
    idleSince,
  );
  await db.run('DELETE FROM used_console_links WHERE used_at < ?', linksBefore);
}

/** Notes that a link was used; false when it was before. */
export async function useLink(tx: Queries, id: string, at: number): Promise<boolean> {
  const inserted = await tx.run(
    'INSERT INTO used_console_links (id, used_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING',
    id,
    at,
  );
  return inserted === 1;
}
