import type { Queries } from '../../storage/database/Database.types.ts';

/** Everything recorded about a message and a device. */
export interface TraceRows {
  delivery: TracedDelivery | undefined;
  /** When it was opened, if that is recorded. */
  opening: { at: number | null } | undefined;
  /** The answers of its push service, in the order of attempts. */
  answers: TracedAnswer[];
  /** The pending job, for the device alone or for a range that includes it. */
  job: { device_id: number | null; attempts: number; due_at: number } | undefined;
  letters: { transport: string; reason: string; at: number }[];
  /** Why the device did not show it. */
  held: { reason: string; at: number } | undefined;
}

/** The row of a message that was sent to the device's token. */
interface TracedDelivery {
  state: string;
  reason: string | null;
  updated_at: number;
  /** NULL if it did not get that far, and in rows of an earlier release. */
  sent_at: number | null;
  delivered_at: number | null;
}

export interface TracedAnswer {
  attempt: number;
  transport: string;
  outcome: string;
  status: number | null;
  code: string | null;
  service_id: string | null;
  at: number;
}

/** Reads everything recorded about a message and a device. */
export async function traceRows(
  db: Queries,
  messageId: number,
  deviceId: number,
): Promise<TraceRows> {
  const delivery = await db.get<TracedDelivery>(
    `SELECT state, reason, updated_at, sent_at, delivered_at FROM push_deliveries
      WHERE message_id = ? AND device_id = ?`,
    messageId,
    deviceId,
  );
  const opening = await db.get<{ at: number | null }>(
    'SELECT at FROM push_openings WHERE message_id = ? AND device_id = ?',
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
  const answers = await db.all<TracedAnswer>(
    `SELECT attempt, transport, outcome, status, code, service_id, at FROM push_answers
      WHERE device_id = ? AND message_id = ? ORDER BY attempt`,
    deviceId,
    messageId,
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
    opening: delivery?.state === 'opened' ? { at: delivery.updated_at } : opening,
    answers,
    job,
    letters,
  };
}
