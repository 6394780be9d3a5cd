import type { Queries } from '../../storage/database/Database.types.ts';

/** The position up to which an inbox is collected; undefined when there is none yet. */
export async function inboxPosition(db: Queries, personId: string): Promise<number | undefined> {
  const row = await db.get<{ position: number }>(
    'SELECT position FROM inboxes WHERE person_id = ?',
    personId,
  );
  return row?.position;
}

/** Locks an inbox until the transaction ends. Gives the position up to which it is collected. */
export async function lockInbox(tx: Queries, personId: string): Promise<number> {
  await tx.run(
    `INSERT INTO inboxes (person_id, position) VALUES (?, ?) ON CONFLICT (person_id) DO NOTHING`,
    personId,
    0,
  );
  // Changes nothing: this is the lock that both engines have, and it gives the row as it is once locked.
  const row = await tx.get<{ position: number }>(
    'UPDATE inboxes SET position = position WHERE person_id = ? RETURNING position',
    personId,
  );
  return row!.position;
}

/** Moves an inbox forward, never back. */
export async function moveInbox(tx: Queries, personId: string, position: number): Promise<void> {
  await tx.run(
    'UPDATE inboxes SET position = ? WHERE person_id = ? AND position < ?',
    position,
    personId,
    position,
  );
}

/** What is collected for a person: everything after a position, up to another. */
export interface Span {
  personId: string;
  after: number;
  upTo: number;
}

/**
 * What an inbox shows: every message with a notification, except those with a `time_to_live` of 0. Whether the others
 * have expired does not matter: what is in an inbox must not depend on when somebody opens it.
 */
const IS_SHOWN = 'm.has_notification = 1 AND m.expires_at > m.send_at';

const ONCE = 'ON CONFLICT (person_id, message_id) DO NOTHING';

/** Adds what was sent to the person's devices themselves, while they were theirs. */
export async function addDirect(tx: Queries, { personId, after, upTo }: Span): Promise<void> {
  await tx.run(
    `INSERT INTO inbox_entries (person_id, message_id)
      SELECT DISTINCT v.person_id, m.id FROM devices v
        JOIN push_deliveries d ON d.device_id = v.id JOIN push_messages m ON m.id = d.message_id
      WHERE v.person_id = ? AND d.position > ? AND d.position <= ? AND d.position > v.owner_since
        AND ${IS_SHOWN}
      ${ONCE}`,
    personId,
    after,
    upTo,
  );
}

/** Adds what was sent to topics that a device of the person had. */
export async function addFromTopics(tx: Queries, { personId, after, upTo }: Span): Promise<void> {
  await tx.run(
    `INSERT INTO inbox_entries (person_id, message_id)
      SELECT DISTINCT v.person_id, m.id FROM devices v
        JOIN topic_subscriptions s ON s.device_id = v.id JOIN push_messages m ON m.topic = s.topic
      WHERE v.person_id = ? AND m.position > ? AND m.position <= ? AND m.position > s.since
        AND m.position > v.owner_since AND ${IS_SHOWN}
      ${ONCE}`,
    personId,
    after,
    upTo,
  );
}

/** Adds what mini-apps sent to the person, whatever devices they have. */
export async function addPersonal(tx: Queries, { personId, after, upTo }: Span): Promise<void> {
  await tx.run(
    `INSERT INTO inbox_entries (person_id, message_id)
      SELECT p.person_id, m.id FROM push_people p JOIN push_messages m ON m.id = p.message_id
      WHERE p.person_id = ? AND m.position > ? AND m.position <= ? AND ${IS_SHOWN}
      ${ONCE}`,
    personId,
    after,
    upTo,
  );
}

/** Messages with a condition, whether the person meets it or not. */
export function sentWithCondition(
  tx: Queries,
  { after, upTo }: Span,
  limit: number,
): Promise<{ id: number; position: number; condition: string }[]> {
  return tx.all(
    `SELECT m.id, m.position, m.condition FROM push_messages m
      WHERE m.condition IS NOT NULL AND m.position > ? AND m.position <= ? AND ${IS_SHOWN}
      ORDER BY m.position LIMIT ?`,
    after,
    upTo,
    limit,
  );
}

export async function addEntry(tx: Queries, personId: string, messageId: number): Promise<void> {
  await tx.run(
    `INSERT INTO inbox_entries (person_id, message_id) VALUES (?, ?) ${ONCE}`,
    personId,
    messageId,
  );
}

export interface EntryRow {
  id: number;
  payload: string;
  send_at: number;
  read_at: number | null;
}

/** The newest first, those below an id. */
export function listEntries(
  db: Queries,
  personId: string,
  below: number,
  limit: number,
): Promise<EntryRow[]> {
  return db.all<EntryRow>(
    `SELECT m.id, m.payload, m.send_at, e.read_at
      FROM inbox_entries e JOIN push_messages m ON m.id = e.message_id
      WHERE e.person_id = ? AND e.message_id < ? AND e.deleted_at IS NULL
      ORDER BY e.message_id DESC LIMIT ?`,
    personId,
    below,
    limit,
  );
}

/** Counted each time: a stored number could drift. */
export async function countUnread(db: Queries, personId: string): Promise<number> {
  const row = await db.get<{ unread: number }>(
    `SELECT COUNT(*) AS unread FROM inbox_entries
      WHERE person_id = ? AND read_at IS NULL AND deleted_at IS NULL`,
    personId,
  );
  return row!.unread;
}

/** Marks one as read; says whether it is there. */
export async function markRead(tx: Queries, personId: string, id: number, now: number) {
  const found = await tx.run(
    `UPDATE inbox_entries SET read_at = COALESCE(read_at, ?)
      WHERE person_id = ? AND message_id = ? AND deleted_at IS NULL`,
    now,
    personId,
    id,
  );
  return found > 0;
}

export async function markAllRead(tx: Queries, personId: string, now: number): Promise<void> {
  await tx.run(
    `UPDATE inbox_entries SET read_at = ?
      WHERE person_id = ? AND read_at IS NULL AND deleted_at IS NULL`,
    now,
    personId,
  );
}

/** Hides a notification for good. The row stays, so that the notification is not collected again. */
export async function markDeleted(tx: Queries, personId: string, id: number, now: number) {
  const found = await tx.run(
    `UPDATE inbox_entries SET deleted_at = ?
      WHERE person_id = ? AND message_id = ? AND deleted_at IS NULL`,
    now,
    personId,
    id,
  );
  return found > 0;
}

export async function deleteInbox(db: Queries, personId: string): Promise<void> {
  await db.run('DELETE FROM inboxes WHERE person_id = ?', personId);
}
