import type { Queries } from '../../../storage/database/Database.types.ts';
import type { DeviceState } from './ledgerRows.ts';

const ADD_DROPS = `INSERT INTO push_drops (message_id, reason, devices)
  SELECT id, CAST(? AS TEXT), CAST(? AS BIGINT) FROM push_messages
    WHERE id = ? AND (topic IS NOT NULL OR condition IS NOT NULL)
  ON CONFLICT (message_id, reason) DO UPDATE SET devices = push_drops.devices + excluded.devices`;

/** Counts why messages to topics and conditions were dropped. */
export async function writeDrops(tx: Queries, states: readonly DeviceState[]): Promise<void> {
  const byKey = new Map<string, [reason: string, devices: number, messageId: number]>();
  for (const { messageId, state, reason } of states) {
    if (state !== 'dropped' || reason === null) continue;
    const key = `${messageId} ${reason}`;
    const row = byKey.get(key);
    if (row) row[1] += 1;
    else byKey.set(key, [reason, 1, messageId]);
  }
  // In a fixed order, so that two nodes never deadlock.
  const rows = [...byKey.values()].toSorted(
    (one, other) => one[2] - other[2] || (one[0] < other[0] ? -1 : 1),
  );
  if (rows.length > 0) await tx.runMany(ADD_DROPS, rows);
}
