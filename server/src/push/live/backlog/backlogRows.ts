import { LIMITS } from '@host/contracts';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { listsOf } from '../../../storage/database/listsOf.ts';

/** A message that a device may have missed, without its content. */
export interface MissedMessage {
  id: number;
  position: number;
  collapse_key: string | null;
  expires_at: number;
}

/** A missed message to a topic or with a condition. */
export interface MissedByMany extends MissedMessage {
  /** The only package whose devices it is for; null for all. */
  package_name: string | null;
}

/** A range of positions: after `after`, up to and including `upTo`. */
export interface Range {
  after: number;
  upTo: number;
}

/** Messages to the device itself. */
export function missedDirect(
  db: Queries,
  deviceId: number,
  range: Range,
  limit: number,
): Promise<MissedMessage[]> {
  return db.all<MissedMessage>(
    `SELECT m.id, d.position, m.collapse_key, m.expires_at
      FROM push_deliveries d JOIN push_messages m ON m.id = d.message_id
      WHERE d.device_id = ? AND d.position > ? AND d.position <= ? AND d.state <> 'dropped'
      ORDER BY d.position LIMIT ?`,
    deviceId,
    range.after,
    range.upTo,
    limit,
  );
}

/** Messages to the device's topics, since it subscribed to them. */
export function missedOnTopics(
  db: Queries,
  deviceId: number,
  range: Range,
  limit: number,
): Promise<MissedByMany[]> {
  return db.all<MissedByMany>(
    `SELECT m.id, m.position, m.collapse_key, m.expires_at, m.package_name
      FROM topic_subscriptions s JOIN push_messages m ON m.topic = s.topic
      WHERE s.device_id = ? AND m.position > ? AND m.position <= ? AND m.position > s.since
      ORDER BY m.position LIMIT ?`,
    deviceId,
    range.after,
    range.upTo,
    limit,
  );
}

/** All messages with a condition, whether or not the device meets it. */
export function missedWithCondition(
  db: Queries,
  range: Range,
  limit: number,
): Promise<(MissedByMany & { condition: string })[]> {
  return db.all(
    `SELECT m.id, m.position, m.collapse_key, m.expires_at, m.condition, m.package_name FROM push_messages m
      WHERE m.condition IS NOT NULL AND m.position > ? AND m.position <= ? ORDER BY m.position LIMIT ?`,
    range.after,
    range.upTo,
    limit,
  );
}

/**
 * The newest collapse keys among the unexpired messages that a device missed in a range, those to itself and to its
 * topics.
 */
export async function newestKeys(
  db: Queries,
  deviceId: number,
  range: Range,
  now: number,
): Promise<string[]> {
  const { after, upTo } = range;
  const rows = await db.all<{ collapse_key: string }>(
    `SELECT collapse_key, MAX(position) AS newest FROM (
        SELECT m.collapse_key, d.position FROM push_deliveries d JOIN push_messages m ON m.id = d.message_id
          WHERE d.device_id = ? AND d.position > ? AND d.position <= ? AND d.state <> 'dropped'
            AND m.collapse_key IS NOT NULL AND m.expires_at > ?
        UNION ALL
        SELECT m.collapse_key, m.position FROM topic_subscriptions s JOIN push_messages m ON m.topic = s.topic
          WHERE s.device_id = ? AND m.position > ? AND m.position <= ? AND m.position > s.since
            AND m.collapse_key IS NOT NULL AND m.expires_at > ?
            AND m.package_name IS NULL
      ) AS keyed GROUP BY collapse_key ORDER BY newest DESC LIMIT ?`,
    deviceId,
    after,
    upTo,
    now,
    deviceId,
    after,
    upTo,
    now,
    LIMITS.collapseKeysPerDevice,
  );
  return rows.map(({ collapse_key }) => collapse_key);
}

/** Messages to one topic. */
export function missedOnTopic(
  db: Queries,
  topic: string,
  range: Range,
  limit: number,
): Promise<MissedByMany[]> {
  return db.all<MissedByMany>(
    `SELECT m.id, m.position, m.collapse_key, m.expires_at, m.package_name FROM push_messages m
      WHERE m.topic = ? AND m.position > ? AND m.position <= ? ORDER BY m.position LIMIT ?`,
    topic,
    range.after,
    range.upTo,
    limit,
  );
}

/** A message that may have been opened on a device. */
export interface UnopenedMessage extends Pick<MissedByMany, 'id' | 'position' | 'package_name'> {
  topic: string | null;
  condition: string | null;
}

/**
 * Filters messages: those that may have reached a device and were not opened on it before. Their conditions are not
 * evaluated here.
 */
export async function findUnopened(
  db: Queries,
  messageIds: readonly number[],
  deviceId: number,
): Promise<UnopenedMessage[]> {
  const found: UnopenedMessage[] = [];
  for (const { marks, values } of listsOf([...new Set(messageIds)])) {
    const rows = await db.all<UnopenedMessage>(
      `SELECT m.id, m.position, m.topic, m.condition, m.package_name FROM push_messages m
        WHERE m.id IN ${marks} AND m.position IS NOT NULL AND (m.condition IS NOT NULL
          OR EXISTS (SELECT 1 FROM push_deliveries d
            WHERE d.message_id = m.id AND d.device_id = ? AND d.state <> 'opened')
          OR EXISTS (SELECT 1 FROM topic_subscriptions s
            WHERE s.topic = m.topic AND s.device_id = ? AND s.since < m.position))
          AND NOT EXISTS (SELECT 1 FROM push_openings o WHERE o.message_id = m.id AND o.device_id = ?)`,
      ...values,
      deviceId,
      deviceId,
      deviceId,
    );
    found.push(...rows);
  }
  return found;
}
