import type { DeviceCount, MessageQuery } from '@host/contracts';

import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { DEVICE_COLUMNS, type DeviceRow } from '../devices/deviceRows.ts';
import type { MessageRow } from '../messages/messageRows.ts';

/** Audiences are counted up to this size, and estimated above it. */
export const MAX_COUNTED = 100_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export type FoundDevice = DeviceRow & { node: string | null };

const FOUND = `${DEVICE_COLUMNS}, node`;

/** A device with the node that it is connected to. */
export function findFound(db: Queries, id: number): Promise<FoundDevice | undefined> {
  return db.get<FoundDevice>(`SELECT ${FOUND} FROM devices WHERE id = ?`, id);
}

/** There can be millions, so each order has an index. The devices of a topic are sorted by their ids only. */
export const DEVICE_LIST: SortedList<FoundDevice> = {
  keys: {
    // Ids are chronological.
    createdAt: { sql: 'id', type: 'number' },
    lastSeenAt: { sql: 'last_seen', type: 'number' },
  },
  initial: '-createdAt',
  id: [{ sql: 'id', type: 'number' }],
  idOf: ({ id }) => [id],
};

/** Devices of a person, of a topic, or all. */
export function listDevices(
  db: Queries,
  part: ListPart<FoundDevice>,
  filter: { person?: string | undefined; topic?: string | undefined },
): Promise<(FoundDevice & SortedRow)[]> {
  const { person, topic } = filter;
  const select = `SELECT ${FOUND}, ${part.sortedBy} AS sorted_by FROM devices`;
  if (topic !== undefined) {
    return db.all(
      `${select} WHERE id IN (SELECT device_id FROM (
          SELECT device_id, device_id AS id FROM topic_subscriptions WHERE topic = ?) AS subscribed
          WHERE ${part.behind} ORDER BY ${part.order} LIMIT ?) ORDER BY ${part.order}`,
      topic,
      ...part.values,
      part.limit,
    );
  }
  return db.all(
    `${select} WHERE ${part.behind} ${person === undefined ? '' : 'AND person_id = ?'}
      ORDER BY ${part.order} LIMIT ?`,
    ...part.values,
    ...(person === undefined ? [] : [person]),
    part.limit,
  );
}

/** The last messages that were sent to a device by its token, the newest first. */
export function lastDeliveries(
  db: Queries,
  deviceId: number,
  limit: number,
): Promise<
  {
    message_id: number;
    state: string;
    reason: string | null;
    updated_at: number;
    expires_at: number;
  }[]
> {
  return db.all(
    `SELECT d.message_id, d.state, d.reason, d.updated_at, m.expires_at FROM push_deliveries AS d
      JOIN push_messages AS m ON m.id = d.message_id
      WHERE d.device_id = ? ORDER BY d.position DESC LIMIT ?`,
    deviceId,
    limit,
  );
}

/** How many messages to a device's token have not been sent yet and have not expired. */
export async function countStored(db: Queries, deviceId: number, now: number): Promise<number> {
  const row = await db.get<{ messages: number }>(
    `SELECT COUNT(*) AS messages FROM push_deliveries AS d JOIN push_messages AS m ON m.id = d.message_id
      WHERE d.device_id = ? AND d.state = 'stored' AND m.expires_at > ?`,
    deviceId,
    now,
  );
  return row!.messages;
}

/**
 * The first topic after another, or before it with `isDown`, among those with a prefix. A single index lookup, however many
 * devices have it.
 */
export async function nextTopic(
  db: Queries,
  after: string,
  prefix: string,
  isDown: boolean,
): Promise<string | undefined> {
  const [beyond, order] = isDown ? ['<', 'DESC'] : ['>', 'ASC'];
  const row = await db.get<{ topic: string }>(
    `SELECT topic FROM topic_subscriptions WHERE topic ${beyond} ? AND topic >= ? AND topic < ?
      ORDER BY topic ${order} LIMIT 1`,
    after,
    prefix,
    // Sorts after every character that a topic can contain.
    `${prefix}\u007f`,
  );
  return row?.topic;
}

/** How many devices have a topic. */
export function countSubscribers(
  db: Queries,
  topic: string,
  max = MAX_COUNTED,
): Promise<DeviceCount> {
  return countUpTo(
    db,
    max,
    `SELECT device_id AS id FROM topic_subscriptions WHERE topic = ? ORDER BY device_id`,
    topic,
  );
}

/**
 * On which days since a time the devices of a topic subscribed, and how many subscriptions were read for that: at most the
 * first 100,000. Days are counted from 1970.
 */
export async function countJoined(
  db: Queries,
  topic: string,
  since: number,
): Promise<{ counted: number; days: { day: number; devices: number }[] }> {
  const among = `(SELECT added_at FROM topic_subscriptions WHERE topic = ? ORDER BY device_id LIMIT ${MAX_COUNTED + 1}) AS counted`;
  const all = await db.get<{ devices: number }>(`SELECT COUNT(*) AS devices FROM ${among}`, topic);
  const days = await db.all<{ day: number; devices: number }>(
    `SELECT added_at / ${DAY_MS} AS day, COUNT(*) AS devices FROM ${among}
      WHERE added_at >= ? GROUP BY added_at / ${DAY_MS} ORDER BY day`,
    topic,
    since,
  );
  return { counted: all!.devices, days };
}

/** How many devices a person has. */
export async function countDevicesOf(db: Queries, person: string): Promise<DeviceCount> {
  const row = await db.get<{ devices: number }>(
    'SELECT COUNT(*) AS devices FROM devices WHERE person_id = ?',
    person,
  );
  return { devices: row!.devices, isExact: true };
}

/**
 * Counts ids in their order up to a bound. Beyond it, it extrapolates, assuming the same density among all devices.
 */
async function countUpTo(
  db: Queries,
  max: number,
  sql: string,
  ...parameters: string[]
): Promise<DeviceCount> {
  const counted = await db.get<{ devices: number; first: number; last: number }>(
    `SELECT COUNT(*) AS devices, MIN(id) AS first, MAX(id) AS last FROM (${sql} LIMIT ?) AS counted`,
    ...parameters,
    max + 1,
  );
  const { devices, first, last } = counted!;
  if (devices <= max) return { devices, isExact: true };
  const end = await db.get<{ last: number }>('SELECT MAX(id) AS last FROM devices');
  const factor = (end!.last - first + 1) / (last - first + 1);
  return { devices: Math.round(devices * factor), isExact: false };
}

/** There can be millions, so they are sorted by their ids only, which are chronological. */
export const MESSAGE_LIST: SortedList<MessageRow> = {
  keys: { createdAt: { sql: 'id', type: 'number' } },
  initial: '-createdAt',
  id: [{ sql: 'id', type: 'number' }],
  idOf: ({ id }) => [id],
};

export function searchMessages(
  db: Queries,
  part: ListPart<MessageRow>,
  filter: Pick<MessageQuery, 'sender' | 'topic' | 'state'>,
): Promise<(MessageRow & SortedRow)[]> {
  const conditions: string[] = [];
  const values: string[] = [];
  for (const column of ['sender', 'topic'] as const) {
    const value = filter[column];
    if (value === undefined) continue;
    conditions.push(`AND ${column} = ?`);
    values.push(value);
  }
  // A validated constant and not a parameter, so that the partial index on unsent messages applies.
  if (filter.state !== undefined) conditions.push(`AND state = '${filter.state}'`);
  return db.all(
    `SELECT push_messages.*, ${part.sortedBy} AS sorted_by FROM push_messages
      WHERE ${part.behind} ${conditions.join(' ')} ORDER BY ${part.order} LIMIT ?`,
    ...part.values,
    ...values,
    part.limit,
  );
}
