import type { Queries, Transaction } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { rowUpdate } from '../../storage/database/rowUpdate.ts';
import type { MessageRow } from './messageRows.ts';

const DUE = `FROM push_messages WHERE state = 'scheduled' AND send_at <= ? ORDER BY send_at, id LIMIT ?`;

/** Whether a scheduled message is due. */
export async function isAnyDue(db: Queries, now: number): Promise<boolean> {
  return (await db.get(`SELECT id ${DUE}`, now, 1)) !== undefined;
}

/** Takes scheduled messages that are due and that no other node is placing, the earliest first. */
export function claimDue(tx: Transaction, now: number, limit: number): Promise<MessageRow[]> {
  return tx.claim<MessageRow>(`SELECT * ${DUE}`, now, limit);
}

/** Devices that have another owner by now do not get what was scheduled before. */
export async function dropFormerOwners(
  tx: Queries,
  ids: readonly number[],
  now: number,
): Promise<void> {
  for (const { marks, values } of listsOf(ids)) {
    // Ids and positions are counted by one clock. Without a position it is in nobody's inbox either.
    await tx.run(
      `UPDATE push_deliveries SET state = 'dropped', reason = 'owner-changed', updated_at = ?
        WHERE message_id IN ${marks} AND EXISTS (SELECT 1 FROM devices v
          WHERE v.id = push_deliveries.device_id AND v.owner_since >= push_deliveries.message_id)`,
      now,
      ...values,
    );
  }
}

/** The devices that scheduled messages are for. */
export async function devicesWaiting(
  db: Queries,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const devices = new Map<number, number[]>(ids.map((id) => [id, []]));
  for (const { marks, values } of listsOf(ids)) {
    const rows = await db.all<{ message_id: number; device_id: number }>(
      `SELECT message_id, device_id FROM push_deliveries
        WHERE message_id IN ${marks} AND state = 'accepted' ORDER BY message_id, device_id`,
      ...values,
    );
    for (const { message_id, device_id } of rows) devices.get(message_id)!.push(device_id);
  }
  return devices;
}

const PLACE = rowUpdate({
  table: 'push_messages',
  set: `state = 'stored', position = ?`,
  where: 'id = ?',
  types: ['BIGINT', 'BIGINT'],
  order: 'id',
});

const STORE = rowUpdate({
  table: 'push_deliveries',
  set: `state = 'stored', position = ?, updated_at = ?`,
  where: `message_id = ? AND state = 'accepted'`,
  types: ['BIGINT', 'BIGINT', 'BIGINT'],
  order: 'message_id, device_id',
});

/** Gives scheduled messages their positions. */
export async function placeMessages(
  tx: Transaction,
  placed: readonly { id: number; position: number }[],
  now: number,
): Promise<void> {
  await tx.updateMany(
    PLACE,
    placed.map(({ id, position }) => [position, id]),
  );
  await tx.updateMany(
    STORE,
    placed.map(({ id, position }) => [position, now, id]),
  );
}
