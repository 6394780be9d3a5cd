import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** Which of some messages were sent to a person. */
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

/** Deletes what was sent to a person. */
export async function deletePersonal(db: Queries, personId: string): Promise<void> {
  await db.run(
    `DELETE FROM push_messages WHERE id IN
      (SELECT message_id FROM push_people WHERE person_id = ?)`,
    personId,
  );
}
