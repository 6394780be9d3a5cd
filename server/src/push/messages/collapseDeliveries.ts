import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { type Update, inOneStatement, updateRows } from '../../storage/database/updateRows.ts';

/** A message that is being stored, and the device on which it takes the place of what waits under its key. */
export interface Collapsing {
  deviceId: number;
  collapseKey: string;
  messageId: number;
  now: number;
}

const COLLAPSE: Update = {
  sqlite: `UPDATE push_deliveries SET state = 'dropped', reason = 'collapsed', updated_at = ?
    WHERE device_id = ? AND position > (SELECT d.position FROM devices d WHERE d.id = ?)
      AND message_id < ? AND state = 'stored' AND EXISTS
      (SELECT 1 FROM push_messages m WHERE m.id = push_deliveries.message_id AND m.collapse_key = ?)`,
  postgres: inOneStatement({
    table: 'push_deliveries',
    columns: '"deviceId" BIGINT, "collapseKey" TEXT, "messageId" BIGINT, now BIGINT',
    set: `state = 'dropped', reason = 'collapsed', updated_at = given.now`,
    same: `push_deliveries.device_id = given."deviceId"
      AND push_deliveries.position > (SELECT d.position FROM devices d WHERE d.id = given."deviceId")
      AND push_deliveries.message_id < given."messageId" AND push_deliveries.state = 'stored' AND EXISTS
      (SELECT 1 FROM push_messages m WHERE m.id = push_deliveries.message_id AND m.collapse_key = given."collapseKey")`,
    order: 'push_deliveries.message_id, push_deliveries.device_id',
  }),
};

/** Drops what waits on devices under the collapse keys of messages that are being stored. */
export function collapseDeliveries(
  tx: Queries,
  engine: Database['engine'],
  rows: readonly Collapsing[],
): Promise<void> {
  return updateRows(tx, engine, COLLAPSE, {
    sqlite: () =>
      rows.map(({ deviceId, collapseKey, messageId, now }) => [
        now,
        deviceId,
        deviceId,
        messageId,
        collapseKey,
      ]),
    postgres: () => rows,
  });
}
