import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import type { StoredMessage } from './Message.types.ts';

export interface MessageRow {
  id: number;
  position: number | null;
  sender: string;
  topic: string | null;
  condition: string | null;
  collapse_key: string | null;
  package_name: string | null;
  payload: string;
  state: 'scheduled' | 'stored' | 'cancelled';
  created_at: number;
  send_at: number;
  expires_at: number;
  sent: number;
  delivered: number;
  opened: number;
  expired: number;
  dropped: number;
  /** NULL also for messages that an earlier release cancelled. */
  cancelled_at: number | null;
  /** NULL if a person cancelled it. */
  cancelled_because: string | null;
}

export function findMessage(db: Queries, id: number): Promise<MessageRow | undefined> {
  return db.get<MessageRow>('SELECT * FROM push_messages WHERE id = ?', id);
}

/** Messages by their ids, without their devices; those that are not due yet are left out. */
export async function findStored(
  db: Queries,
  ids: readonly number[],
): Promise<Map<number, StoredMessage>> {
  const found = new Map<number, StoredMessage>();
  for (const { marks, values } of listsOf([...new Set(ids)])) {
    const rows = await db.all<MessageRow>(
      `SELECT * FROM push_messages WHERE id IN ${marks} AND position IS NOT NULL`,
      ...values,
    );
    for (const row of rows) found.set(row.id, storedMessage(row, []));
  }
  return found;
}

/** A page of messages below an id, the newest first; of one sender, or of all. */
export function listMessages(
  db: Queries,
  sender: string | undefined,
  below: number,
  limit: number,
): Promise<MessageRow[]> {
  return sender === undefined
    ? db.all<MessageRow>(
        'SELECT * FROM push_messages WHERE id < ? ORDER BY id DESC LIMIT ?',
        below,
        limit,
      )
    : db.all<MessageRow>(
        'SELECT * FROM push_messages WHERE sender = ? AND id < ? ORDER BY id DESC LIMIT ?',
        sender,
        below,
        limit,
      );
}

export interface DeliveryRow {
  device_id: number;
  state: string;
  reason: string | null;
  updated_at: number;
}

export function listDeliveries(db: Queries, messageId: number): Promise<DeliveryRow[]> {
  return db.all<DeliveryRow>(
    `SELECT device_id, state, reason, updated_at FROM push_deliveries
      WHERE message_id = ? ORDER BY device_id`,
    messageId,
  );
}

/** The number of devices in each state, for messages to tokens. */
export async function countDeliveries(
  db: Queries,
  rows: readonly MessageRow[],
): Promise<Map<number, ReadonlyMap<string, number>>> {
  const ids = rows.filter(isForDevices).map(({ id }) => id);
  const counts = new Map<number, Map<string, number>>(ids.map((id) => [id, new Map()]));
  for (const { marks, values } of listsOf(ids)) {
    const found = await db.all<{ message_id: number; state: string; devices: number }>(
      `SELECT message_id, state, COUNT(*) AS devices FROM push_deliveries
        WHERE message_id IN ${marks} GROUP BY message_id, state`,
      ...values,
    );
    for (const row of found) counts.get(row.message_id)!.set(row.state, row.devices);
  }
  return counts;
}

/** The reasons why a message was dropped, and on how many devices, the most frequent first. */
export function listDrops(
  db: Queries,
  row: MessageRow,
): Promise<{ reason: string; devices: number }[]> {
  const of = isForDevices(row)
    ? `SELECT COALESCE(reason, 'unknown') AS reason, COUNT(*) AS devices FROM push_deliveries
        WHERE message_id = ? AND state = 'dropped' GROUP BY COALESCE(reason, 'unknown')`
    : 'SELECT reason, devices FROM push_drops WHERE message_id = ?';
  return db.all(`${of} ORDER BY devices DESC, reason`, row.id);
}

/** Whether a message was sent to tokens: it has a row for each device. */
export function isForDevices({
  topic,
  condition,
}: Pick<MessageRow, 'topic' | 'condition'>): boolean {
  return topic === null && condition === null;
}

/** Messages after a position up to another, in order. */
export async function readMessages(
  db: Queries,
  after: number,
  upTo: number,
  limit: number,
): Promise<StoredMessage[]> {
  const rows = await db.all<MessageRow>(
    `SELECT * FROM push_messages WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`,
    after,
    upTo,
    limit,
  );
  return withDevices(db, rows);
}

/** The messages at these positions, in order, without their other devices. */
export async function messagesAt(
  db: Queries,
  positions: readonly number[],
): Promise<StoredMessage[]> {
  const rows: MessageRow[] = [];
  for (const { marks, values } of listsOf(positions)) {
    rows.push(
      ...(await db.all<MessageRow>(
        `SELECT * FROM push_messages WHERE position IN ${marks} ORDER BY position`,
        ...values,
      )),
    );
  }
  return rows.map((row) => storedMessage(row, []));
}

async function withDevices(db: Queries, rows: MessageRow[]): Promise<StoredMessage[]> {
  const toDevices = rows.filter(isForDevices);
  const devices = new Map<number, number[]>(toDevices.map(({ id }) => [id, []]));
  for (const { marks, values } of listsOf([...devices.keys()])) {
    const found = await db.all<{ message_id: number; device_id: number }>(
      `SELECT message_id, device_id FROM push_deliveries WHERE message_id IN ${marks}`,
      ...values,
    );
    for (const { message_id, device_id } of found) devices.get(message_id)!.push(device_id);
  }
  return rows.map((row) => storedMessage(row, devices.get(row.id) ?? []));
}

type DeliveredColumn =
  | 'id'
  | 'position'
  | 'topic'
  | 'condition'
  | 'collapse_key'
  | 'package_name'
  | 'payload'
  | 'send_at'
  | 'expires_at';

/** The columns of a message that delivery needs. */
export type DeliveredRow = Pick<MessageRow, DeliveredColumn>;

/** Converts a row to the message to deliver. */
export function storedMessage(row: DeliveredRow, deviceIds: number[]): StoredMessage {
  return {
    id: row.id,
    position: row.position!,
    audience:
      row.topic !== null
        ? { kind: 'topic', topic: row.topic }
        : row.condition !== null
          ? { kind: 'condition', condition: row.condition }
          : { kind: 'devices', deviceIds },
    collapseKey: row.collapse_key ?? undefined,
    packageName: row.package_name ?? undefined,
    payload: row.payload,
    sendAt: row.send_at,
    expiresAt: row.expires_at,
  };
}

/** Cancels a message that is not due yet. Returns whether it did. */
export async function cancelScheduled(tx: Queries, id: number, now: number): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE push_messages SET state = 'cancelled', cancelled_at = ? WHERE id = ? AND state = 'scheduled'`,
    now,
    id,
  );
  if (changed === 0) return false;
  await tx.run(
    `UPDATE push_deliveries SET state = 'cancelled', updated_at = ? WHERE message_id = ?`,
    now,
    id,
  );
  return true;
}

/** Deletes some messages that ended before a time. Returns their number. */
export function deleteEnded(db: Queries, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM push_messages WHERE id IN
      (SELECT id FROM push_messages WHERE expires_at < ? AND state <> 'scheduled' ORDER BY expires_at LIMIT ?)`,
    before,
    limit,
  );
}
