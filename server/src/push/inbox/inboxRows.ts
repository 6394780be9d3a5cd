import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf, tuplesOf } from '../../storage/database/listsOf.ts';

/** The position up to which an inbox is collected; undefined when there is none yet. */
export async function inboxPosition(db: Queries, personId: string): Promise<number | undefined> {
  const row = await db.get<{ position: number }>(
    'SELECT position FROM inboxes WHERE person_id = ?',
    personId,
  );
  return row?.position;
}

/** Locks inboxes until the transaction ends, and creates missing ones. Returns the positions up to which they are collected. */
export async function lockInboxes(
  tx: Queries,
  personIds: readonly string[],
): Promise<Map<string, number>> {
  const positions = new Map<string, number>();
  for (const { tuples, values } of tuplesOf(personIds.map((personId) => [personId]))) {
    // In a fixed order, so that two transactions never deadlock.
    const rows = await tx.all<{ person_id: string; position: number }>(
      `WITH people (person_id) AS (VALUES ${tuples})
        INSERT INTO inboxes (person_id, position)
        SELECT DISTINCT person_id, 0 FROM people WHERE TRUE ORDER BY person_id
        ON CONFLICT (person_id) DO UPDATE SET position = inboxes.position
        RETURNING person_id, position`,
      ...values,
    );
    for (const { person_id, position } of rows) positions.set(person_id, position);
  }
  return positions;
}

/** The new position of inboxes, and whether the messages in between include ones with conditions. */
interface Moved {
  upTo: number;
  hasConditions: boolean;
}

/** The newest position. Everything up to it is committed. */
const NEWEST = `(SELECT last FROM push_clock WHERE name = 'position')`;

/** Advances locked inboxes, at most 500, to the newest position, never back. `after` is the lowest position among them. */
export async function moveInboxes(
  tx: Queries,
  personIds: readonly string[],
  after: number,
): Promise<Moved> {
  const [people] = listsOf(personIds);
  const rows = await tx.all<{ newest: number; with_conditions: number }>(
    `UPDATE inboxes SET position = CASE WHEN position < ${NEWEST} THEN ${NEWEST} ELSE position END
      WHERE person_id IN ${people!.marks}
      RETURNING ${NEWEST} AS newest, (SELECT COUNT(*) FROM (SELECT 1 FROM push_messages
        WHERE condition IS NOT NULL AND position > ? LIMIT 1) AS found) AS with_conditions`,
    ...people!.values,
    after,
  );
  const [{ newest, with_conditions: count }] = rows as [(typeof rows)[number]];
  return { upTo: newest, hasConditions: count > 0 };
}

/** The range to collect: a start for each person, and a common end. */
export interface Span {
  /** At most 500. */
  starts: ReadonlyMap<string, number>;
  upTo: number;
}

/**
 * An inbox shows every message with a notification, except those with a `time_to_live` of 0. Expired ones are included: the
 * content of an inbox must not depend on when it is opened.
 */
const IS_SHOWN = 'm.has_notification = 1 AND m.expires_at > m.send_at';

const ONCE = 'ON CONFLICT (person_id, message_id) DO NOTHING';

/** Messages to single devices of people, sent while these were theirs. */
const DIRECT = `SELECT v.person_id, m.id FROM starts i JOIN devices v ON v.person_id = i.person_id
    JOIN push_deliveries d ON d.device_id = v.id JOIN push_messages m ON m.id = d.message_id
  WHERE d.position > i.collected AND d.position <= ? AND d.position > v.owner_since AND ${IS_SHOWN}`;

/** Messages to topics of their devices. */
const OF_TOPICS = `SELECT v.person_id, m.id FROM starts i JOIN devices v ON v.person_id = i.person_id
    JOIN topic_subscriptions s ON s.device_id = v.id JOIN push_messages m ON m.topic = s.topic
  WHERE m.position > i.collected AND m.position <= ? AND m.position > s.since
    AND m.position > v.owner_since AND ${IS_SHOWN}`;

/** Messages by mini-apps to people, independent of their devices. */
const PERSONAL = `SELECT p.person_id, m.id FROM starts i JOIN push_people p ON p.person_id = i.person_id
    JOIN push_messages m ON m.id = p.message_id
  WHERE m.position > i.collected AND m.position <= ? AND ${IS_SHOWN}`;

/** Adds messages to people, to their devices, and to topics of these. */
export async function addSent(tx: Queries, { starts, upTo }: Span): Promise<void> {
  for (const { tuples, values } of tuplesOf([...starts])) {
    await tx.run(
      `WITH given (person_id, collected) AS (VALUES ${tuples}),
        starts AS (SELECT DISTINCT person_id, CAST(collected AS BIGINT) AS collected FROM given)
        INSERT INTO inbox_entries (person_id, message_id)
        ${[DIRECT, OF_TOPICS, PERSONAL].join(' UNION ')} ${ONCE}`,
      ...values,
      upTo,
      upTo,
      upTo,
    );
  }
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

/** A page of entries below an id, the newest first. */
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

/** Marks a notification as read; returns whether it exists. */
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
