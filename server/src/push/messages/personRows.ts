import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** Filters messages: those that were sent to a person. */
export async function personalAmong(db: Queries, ids: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const { marks, values } of listsOf(ids)) {
    const rows = await db.all<{ message_id: number }>(
      `SELECT message_id FROM push_people WHERE message_id IN ${marks}`,
      ...values,
    );
    for (const { message_id } of rows) found.add(message_id);
  }
  return found;
}

/** Deletes the messages to a person. */
export async function deletePersonal(db: Queries, personId: string): Promise<void> {
  await db.run(
    `DELETE FROM push_messages WHERE id IN
      (SELECT message_id FROM push_people WHERE person_id = ?)`,
    personId,
  );
}

/** The messages that were sent to the tokens of devices. */
export async function messagesToDevices(
  db: Queries,
  deviceIds: readonly number[],
): Promise<number[]> {
  const found = new Set<number>();
  for (const { marks, values } of listsOf(deviceIds)) {
    const rows = await db.all<{ message_id: number }>(
      `SELECT DISTINCT message_id FROM push_deliveries WHERE device_id IN ${marks}`,
      ...values,
    );
    for (const { message_id } of rows) found.add(message_id);
  }
  return [...found];
}

/** Deletes those of some messages to tokens that have no recipients left, now that some devices are gone. */
export async function deleteSentToNobody(
  tx: Queries,
  messageIds: readonly number[],
): Promise<void> {
  for (const { marks, values } of listsOf(messageIds)) {
    await tx.run(
      `DELETE FROM push_messages WHERE id IN ${marks} AND topic IS NULL AND condition IS NULL
        AND NOT EXISTS (SELECT 1 FROM push_deliveries d WHERE d.message_id = push_messages.id)`,
      ...values,
    );
  }
}

/** Deletes the messages to a topic, and replaces its name in conditions with several topics. */
export async function deleteTopic(tx: Queries, topic: string, instead: string): Promise<void> {
  await tx.run('DELETE FROM push_messages WHERE topic = ?', topic);
  // Includes the quotes, which no name can contain: another topic may begin with the same name.
  const quoted = `'${topic}'`;
  await tx.run(
    `UPDATE push_messages SET condition = REPLACE(condition, ?, ?)
      WHERE condition IS NOT NULL AND condition <> REPLACE(condition, ?, '')`,
    quoted,
    `'${instead}'`,
    quoted,
  );
}
