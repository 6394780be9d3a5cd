import type { Transaction } from '../../storage/database/Database.types.ts';
import { rowUpdate } from '../../storage/database/rowUpdate.ts';

/** A message that is being stored, and a device on which it replaces pending messages with its collapse key. */
export interface Collapsing {
  deviceId: number;
  collapseKey: string;
  messageId: number;
  now: number;
}

const COLLAPSE = rowUpdate({
  table: 'push_deliveries',
  set: `state = 'dropped', reason = 'collapsed', updated_at = ?`,
  where: `device_id = ? AND position > (SELECT d.position FROM devices d WHERE d.id = ?)
    AND message_id < ? AND state = 'stored' AND EXISTS
    (SELECT 1 FROM push_messages m WHERE m.id = push_deliveries.message_id AND m.collapse_key = ?)`,
  types: ['BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'TEXT'],
  order: 'message_id, device_id',
});

/** Drops pending messages of devices that the messages being stored replace. */
export function collapseDeliveries(tx: Transaction, rows: readonly Collapsing[]): Promise<void> {
  return tx.updateMany(
    COLLAPSE,
    rows.map(({ deviceId, collapseKey, messageId, now }) => [
      now,
      deviceId,
      deviceId,
      messageId,
      collapseKey,
    ]),
  );
}
