import type { Queries } from '../../storage/database/Database.types.ts';

// All statements that end a subscription. As in ownershipRows.ts, these only change rows: the owner's inbox has to be
// collected first.

export function deleteSubscriptions(
  tx: Queries,
  topic: string,
  deviceIds: readonly number[],
): Promise<void> {
  return tx.runMany(
    'DELETE FROM topic_subscriptions WHERE topic = ? AND device_id = ?',
    deviceIds.map((id) => [topic, id]),
  );
}

/** Subscribes a device to the topics of another one as well. */
export async function moveSubscriptions(tx: Queries, from: number, to: number): Promise<void> {
  await tx.run(
    `INSERT INTO topic_subscriptions (topic, device_id, since, added_at)
      SELECT topic, CAST(? AS BIGINT), since, added_at FROM topic_subscriptions WHERE device_id = ?
      ON CONFLICT (topic, device_id) DO NOTHING`,
    to,
    from,
  );
}

/** Ends every subscription to a topic. */
export async function deleteTopicSubscriptions(tx: Queries, topic: string): Promise<void> {
  await tx.run('DELETE FROM topic_subscriptions WHERE topic = ?', topic);
}
