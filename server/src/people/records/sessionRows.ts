import type { Queries } from '../../storage/database/Database.types.ts';
import type { AccountRow } from './accountRows.ts';

export interface SessionRow {
  id: string;
  person_id: string;
  salt: string;
  generation: number;
  rotated_at: number;
  user_agent: string | null;
  created_at: number;
  expires_at: number;
  /** A keyed digest of the network it was started from; null for sessions from before this was stored. */
  network: string | null;
}

export function findSession(db: Queries, id: string): Promise<SessionRow | undefined> {
  return db.get<SessionRow>('SELECT * FROM sessions WHERE id = ?', id);
}

/** The account that a session belongs to, while the session has not ended. */
export function findSessionsAccount(
  db: Queries,
  sessionId: string,
  now: number,
): Promise<AccountRow | undefined> {
  return db.get<AccountRow>(
    `SELECT a.* FROM sessions s JOIN accounts a ON a.id = s.person_id
      WHERE s.id = ? AND s.expires_at > ?`,
    sessionId,
    now,
  );
}

export function listSessions(db: Queries, personId: string, now: number): Promise<SessionRow[]> {
  return db.all<SessionRow>(
    `SELECT * FROM sessions WHERE person_id = ? AND expires_at > ?
      ORDER BY rotated_at DESC, id`,
    personId,
    now,
  );
}

/** Whether a person has a session that was started in a network. */
export async function hasSessionFrom(
  db: Queries,
  personId: string,
  network: string,
  now: number,
): Promise<boolean> {
  const found = await db.get(
    'SELECT 1 AS found FROM sessions WHERE person_id = ? AND network = ? AND expires_at > ? LIMIT 1',
    personId,
    network,
    now,
  );
  return found !== undefined;
}

/** Starts a session; false when the account is gone, or its password changed since it was checked. */
export async function insertSession(
  db: Queries,
  session: SessionRow,
  passwordHash: string,
): Promise<boolean> {
  const made = await db.run(
    `INSERT INTO sessions (id, person_id, salt, generation, rotated_at, user_agent, created_at, expires_at, network)
      SELECT ?, id, ?, ?, ?, ?, ?, ?, ? FROM accounts WHERE id = ? AND password_hash = ?`,
    session.id,
    session.salt,
    session.generation,
    session.rotated_at,
    session.user_agent,
    session.created_at,
    session.expires_at,
    session.network,
    session.person_id,
    passwordHash,
  );
  return made === 1;
}

/** Advances the generation of a session; false if another request did so first, or the session has ended. */
export async function advanceSession(
  db: Queries,
  session: Pick<SessionRow, 'id' | 'generation' | 'rotated_at' | 'expires_at'>,
): Promise<boolean> {
  const advanced = await db.run(
    `UPDATE sessions SET generation = generation + 1, rotated_at = ?, expires_at = ?
      WHERE id = ? AND generation = ?`,
    session.rotated_at,
    session.expires_at,
    session.id,
    session.generation,
  );
  return advanced === 1;
}

export async function deleteSession(db: Queries, id: string, personId: string): Promise<boolean> {
  return (await db.run('DELETE FROM sessions WHERE id = ? AND person_id = ?', id, personId)) === 1;
}

/** Ends all sessions of a person. */
export async function deleteSessionsOf(db: Queries, personId: string): Promise<void> {
  await db.run('DELETE FROM sessions WHERE person_id = ?', personId);
}

/** Ends all sessions of a person but one. */
export function deleteOtherSessions(
  db: Queries,
  personId: string,
  keptId: string,
): Promise<number> {
  return db.run('DELETE FROM sessions WHERE person_id = ? AND id <> ?', personId, keptId);
}

/** Ends the least recently used sessions of a person, so that `kept` remain. */
export async function deleteOldestSessions(
  db: Queries,
  personId: string,
  kept: number,
): Promise<void> {
  await db.run(
    `DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE person_id = ? ORDER BY rotated_at DESC, id LIMIT 1000000 OFFSET ?)`,
    personId,
    kept,
  );
}

export async function deleteEndedSessions(db: Queries, now: number): Promise<void> {
  await db.run('DELETE FROM sessions WHERE expires_at <= ?', now);
}
