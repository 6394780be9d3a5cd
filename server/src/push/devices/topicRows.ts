import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

export interface SubscriptionRow {
  topic: string;
  since: number;
  added_at: number;
}

export function subscriptionsOf(db: Queries, deviceId: number): Promise<SubscriptionRow[]> {
  return db.all<SubscriptionRow>(
    'SELECT topic, since, added_at FROM topic_subscriptions WHERE device_id = ? ORDER BY topic',
    deviceId,
  );
}

/** The subscriptions of some devices. */
export async function subscriptionsOfAll(
  db: Queries,
  deviceIds: readonly number[],
): Promise<Map<number, SubscriptionRow[]>> {
  const found = new Map<number, SubscriptionRow[]>(deviceIds.map((id) => [id, []]));
  for (const { marks, values } of listsOf(deviceIds)) {
    const rows = await db.all<SubscriptionRow & { device_id: number }>(
      `SELECT device_id, topic, since, added_at FROM topic_subscriptions
        WHERE device_id IN ${marks} ORDER BY device_id, topic`,
      ...values,
    );
    for (const row of rows) found.get(row.device_id)!.push(row);
  }
  return found;
}

/** How many topics a device has, not counting this one. */
export async function countOtherTopics(
  db: Queries,
  deviceId: number,
  topic: string,
): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM topic_subscriptions WHERE device_id = ? AND topic <> ?',
    deviceId,
    topic,
  );
  return row!.count;
}

/** Subscribes devices; those that are subscribed already stay as they were. Only `device-lifecycle` ends subscriptions. */
export function insertSubscriptions(
  tx: Queries,
  topic: string,
  deviceIds: readonly number[],
  since: number,
  now: number,
): Promise<void> {
  return tx.runMany(
    `INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (topic, device_id) DO NOTHING`,
    deviceIds.map((id) => [topic, id, since, now]),
  );
}
