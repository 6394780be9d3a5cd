import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import { contains } from '../../storage/database/contains.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { timeOfId } from '../identity/IssuedSecrets.ts';

/** A session of the console, with the name of the token that started it; NULL for the root token. */
export interface ConsoleSessionRow {
  id: string;
  secret_hash: string;
  token_id: string | null;
  /** The hash of that token's secret; sessions from before it was stored have none. */
  token_hash: string | null;
  /** Set for sessions by an identity provider; NULL for sessions of tokens. */
  issuer: string | null;
  subject: string | null;
  person_name: string | null;
  groups_of_person: string | null;
  root_proof: string | null;
  address: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

/** A marker in place of a link id: all links made before it count as used. It is deleted once those have expired anyway. */
const ALL_BEFORE = 'all-before';

/** The display name of sessions of the root token. */
const ROOT_NAME = 'ADMIN_TOKEN';

export type NamedSessionRow = ConsoleSessionRow & { token_name: string | null };

export async function insertConsoleSession(tx: Queries, row: ConsoleSessionRow): Promise<void> {
  await tx.run(
    `INSERT INTO console_sessions
      (id, secret_hash, token_id, token_hash, root_proof, issuer, subject, person_name, groups_of_person,
        address, created_at, last_used_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.secret_hash,
    row.token_id,
    row.token_hash,
    row.root_proof,
    row.issuer,
    row.subject,
    row.person_name,
    row.groups_of_person,
    row.address,
    row.created_at,
    row.last_used_at,
    row.expires_at,
  );
}

const NAMED = `sessions.*, tokens.name AS token_name FROM console_sessions AS sessions
  LEFT JOIN tokens ON tokens.id = sessions.token_id`;

export function findConsoleSession(db: Queries, id: string): Promise<NamedSessionRow | undefined> {
  return db.get<NamedSessionRow>(`SELECT ${NAMED} WHERE sessions.id = ?`, id);
}

/** Few tokens with few sessions each: no index is needed to sort them. */
export const CONSOLE_SESSION_LIST: SortedList<NamedSessionRow> = {
  keys: {
    // Ids begin with the time.
    createdAt: { sql: 'sessions.id', type: 'text' },
    lastUsedAt: { sql: 'sessions.last_used_at', type: 'number' },
    expiresAt: { sql: 'sessions.expires_at', type: 'number' },
  },
  initial: '-createdAt',
  id: [{ sql: 'sessions.id', type: 'text' }],
  idOf: ({ id }) => [id],
};

/** The sessions that have not ended. */
export function listConsoleSessions(
  db: Queries,
  part: ListPart<NamedSessionRow>,
  { q, now, idleSince }: { q: string | undefined; now: number; idleSince: number },
): Promise<(NamedSessionRow & SortedRow)[]> {
  const columns = [
    `COALESCE(sessions.person_name, tokens.name, '${ROOT_NAME}')`,
    `COALESCE(sessions.subject, sessions.token_id, 'root')`,
    'sessions.address',
  ];
  const { condition, patterns } = contains(columns, q);
  return db.all(
    `SELECT ${part.sortedBy} AS sorted_by, ${NAMED}
      WHERE ${part.behind} AND sessions.expires_at > ? AND sessions.last_used_at > ? AND ${condition}
      ORDER BY ${part.order} LIMIT ?`,
    ...part.values,
    now,
    idleSince,
    ...patterns,
    part.limit,
  );
}

export async function touchConsoleSession(db: Queries, id: string, at: number): Promise<void> {
  await db.run('UPDATE console_sessions SET last_used_at = ? WHERE id = ?', at, id);
}

export async function deleteConsoleSession(db: Queries, id: string): Promise<void> {
  await db.run('DELETE FROM console_sessions WHERE id = ?', id);
}

/**
 * Ends all sessions, and invalidates all links made so far, since it is no longer known which of them were used. Returns the
 * number of sessions that ended.
 */
export async function endAllSessions(tx: Queries, now: number): Promise<number> {
  await tx.run('DELETE FROM used_console_links WHERE id = ?', ALL_BEFORE);
  await tx.run('INSERT INTO used_console_links (id, used_at) VALUES (?, ?)', ALL_BEFORE, now);
  return tx.run('DELETE FROM console_sessions');
}

/** Deletes all but the newest sessions of a token, of the root token, or of a person. */
export async function deleteOldest(
  tx: Queries,
  { token_id, subject }: Pick<ConsoleSessionRow, 'token_id' | 'subject'>,
  kept: number,
): Promise<void> {
  await tx.run(
    `DELETE FROM console_sessions WHERE id IN (
      SELECT id FROM console_sessions WHERE COALESCE(token_id, '') = ? AND COALESCE(subject, '') = ?
        ORDER BY id DESC LIMIT 1000 OFFSET ?)`,
    token_id ?? '',
    subject ?? '',
    kept,
  );
}

/** The actor of a session in the audit log. */
export function actorOfSession({ subject, token_id }: ConsoleSessionRow): string {
  return subject === null ? (token_id ?? 'root') : `person:${subject}`;
}

/** The display name of a session's person or token. */
export function nameOfSession({ person_name, token_name }: NamedSessionRow): string {
  return person_name ?? token_name ?? ROOT_NAME;
}

/** Deletes sessions that have ended, and the records of links that have expired. */
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

/** Marks a link as used; false if it was used before, or was invalidated together with all links of its time. */
export async function useLink(tx: Queries, id: string, at: number): Promise<boolean> {
  const refused = await tx.get<{ used_at: number }>(
    'SELECT used_at FROM used_console_links WHERE id = ?',
    ALL_BEFORE,
  );
  if (refused && timeOfId(id) <= refused.used_at) return false;
  const inserted = await tx.run(
    'INSERT INTO used_console_links (id, used_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING',
    id,
    at,
  );
  return inserted === 1;
}
