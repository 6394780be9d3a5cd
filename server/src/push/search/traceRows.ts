import type { Queries } from '../../storage/database/Database.types.ts';

/** What is kept of a message and a device. */
export interface TraceRows {
  delivery: { state: string; reason: string | null; updated_at: number } | undefined;
  isOpened: boolean;
  /** What is still to be done: for the device alone, or for a range of devices that it is in. */
  job: { device_id: number | null; attempts: number; due_at: number } | undefined;
  letters: { transport: string; reason: string; at: number }[];
  /** Why the device did not show it. */
  held: { reason: string; at: number } | undefined;
}

/** Reads what is kept of a message and a device. */
export async function traceRows(
  db: Queries,
  messageId: number,
  deviceId: number,
): Promise<TraceRows> {
  const delivery = await db.get<{ state: string; reason: string | null; updated_at: number }>(
    'SELECT state, reason, updated_at FROM push_deliveries WHERE message_id = ? AND device_id = ?',
    messageId,
    deviceId,
  );
  const opening = await db.get(
    'SELECT device_id FROM push_openings WHERE message_id = ? AND device_id = ?',
    messageId,
    deviceId,
  );
  const job = await db.get<NonNullable<TraceRows['job']>>(
    `SELECT device_id, attempts, due_at FROM push_jobs WHERE message_id = ? AND (device_id = ? OR
        (device_id IS NULL AND after_device < ? AND (until_device IS NULL OR until_device >= ?)))
      ORDER BY CASE WHEN device_id IS NULL THEN 1 ELSE 0 END LIMIT 1`,
    messageId,
    deviceId,
    deviceId,
    deviceId,
  );
  const letters = await db.all<{ transport: string; reason: string; at: number }>(
    `SELECT transport, reason, at FROM push_dead_letters
      WHERE message_id = ? AND device_id = ? ORDER BY at`,
    messageId,
    deviceId,
  );
  const held = await db.get<{ reason: string; at: number }>(
    'SELECT reason, at FROM push_held WHERE message_id = ? AND device_id = ?',
    messageId,
    deviceId,
  );
  return {
    held,
    delivery,
    isOpened: opening !== undefined || delivery?.state === 'opened',
    job,
    letters,
  };
}
