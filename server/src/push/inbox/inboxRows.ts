import type { Queries, Transaction } from '../../storage/database/Database.types.ts';
import { type SqlList, listsOf } from '../../storage/database/listsOf.ts';
import { rowLock } from '../../storage/database/rowUpdate.ts';

/** The position up to which an inbox is collected; undefined when there is none yet. */
export async function inboxPosition(db: Queries, personId: string): Promise<number | undefined> {
  const row = await db.get<{ position: number }>(
    'SELECT position FROM inboxes WHERE person_id = ?',
    personId,
  );
  return row?.position;
}

const INBOXES = rowLock({ table: 'inboxes', key: ['person_id'], type: 'TEXT' });

/** Locks inboxes until the transaction ends. Returns the positions up to which they are collected. */
export async function lockInboxes(
  tx: Transaction,
  personIds: readonly string[],
): Promise<Map<string, number>> {
  // In one order, so that two transactions never wait for each other.
  const people = personIds.toSorted();
  await tx.runMany(
    'INSERT INTO inboxes (person_id, position) VALUES (?, ?) ON CONFLICT (person_id) DO NOTHING',
    people.map((personId) => [personId, 0]),
  );
  await tx.lockMany(INBOXES, () => people.map((personId) => [personId]));
  const positions = new Map<string, number>();
  for (const { marks, values } of listsOf(people)) {
    const rows = await tx.all<{ person_id: string; position: number }>(
      `SELECT person_id, position FROM inboxes WHERE person_id IN ${marks}`,
      ...values,
    );
    for (const { person_id, position } of rows) positions.set(person_id, position);
  }
  return positions;
}

/** Moves inboxes forward, never back. */
export async function moveInboxes(tx: Queries, { people, upTo }: Span): Promise<void> {
  await tx.run(
    `UPDATE inboxes SET position = ? WHERE person_id IN ${people.marks} AND position < ?`,
    upTo,
    ...people.values,
    upTo,
  );
}

/** What is collected for people: everything up to a position that is after those of their inboxes, and after `since`. */
export interface Span {
  people: SqlList<string>;
  since: number;
  upTo: number;
}

/** Where the collection of an inbox begins. */
const AFTER = 'CASE WHEN i.position < ? THEN i.position ELSE ? END';

/**
 * What an inbox shows: every message with a notification, except those with a `time_to_live` of 0. Whether the others
 * have expired does not matter: what is in an inbox must not depend on when somebody opens it.
 */
const IS_SHOWN = 'm.has_notification = 1 AND m.expires_at > m.send_at';

const ONCE = 'ON CONFLICT (person_id, message_id) DO NOTHING';

/** Adds what was sent to the devices of people themselves, while they were theirs. */
export function addDirect(tx: Queries, span: Span): Promise<number> {
  return add(
    tx,
    span,
    `SELECT DISTINCT v.person_id, m.id FROM inboxes i JOIN devices v ON v.person_id = i.person_id
        JOIN push_deliveries d ON d.device_id = v.id JOIN push_messages m ON m.id = d.message_id
      WHERE d.position > ${AFTER} AND d.position <= ? AND d.position > v.owner_since`,
  );
}

/** Adds what was sent to topics that a device of theirs had. */
export function addFromTopics(tx: Queries, span: Span): Promise<number> {
  return add(
    tx,
    span,
    `SELECT DISTINCT v.person_id, m.id FROM inboxes i JOIN devices v ON v.person_id = i.person_id
        JOIN topic_subscriptions s ON s.device_id = v.id JOIN push_messages m ON m.topic = s.topic
      WHERE m.position > ${AFTER} AND m.position <= ? AND m.position > s.since
        AND m.position > v.owner_since`,
  );
}

/** Adds what mini-apps sent to people, whatever devices they have. */
export function addPersonal(tx: Queries, span: Span): Promise<number> {
  return add(
    tx,
    span,
    `SELECT p.person_id, m.id FROM inboxes i JOIN push_people p ON p.person_id = i.person_id
        JOIN push_messages m ON m.id = p.message_id
      WHERE m.position > ${AFTER} AND m.position <= ?`,
  );
}

function add(tx: Queries, { people, since, upTo }: Span, select: string): Promise<number> {
  return tx.run(
    `INSERT INTO inbox_entries (person_id, message_id) ${select} AND ${IS_SHOWN}
        AND i.person_id IN ${people.marks} ${ONCE}`,
    since,
    since,
    upTo,
    ...people.values,
  );
}

/** Messages with a condition, whichever devices meet it. */
export function sentWithCondition(
  tx: Queries,
  after: number,
  upTo: number,
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

/** Adds messages to the inboxes of people. */
export function addEntries(
  tx: Queries,
  entries: readonly { personId: string; messageId: number }[],
): Promise<void> {
  return tx.runMany(
    `INSERT INTO inbox_entries (person_id, message_id) VALUES (?, ?) ${ONCE}`,
    entries.map(({ personId, messageId }) => [personId, messageId]),
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
