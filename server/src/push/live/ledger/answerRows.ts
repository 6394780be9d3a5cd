import type { Queries } from '../../../storage/database/Database.types.ts';

/** A push service's answer for a device. */
export interface ServiceAnswer {
  messageId: number;
  deviceId: number;
  /** The number of the attempt, from 1. */
  attempt: number;
  transport: string;
  outcome: string;
  status: number | null;
  code: string | null;
  /** The push service's own id for the message. */
  serviceId: string | null;
  at: number;
}

const ADD_ANSWER = `INSERT INTO push_answers
    (device_id, message_id, attempt, transport, outcome, status, code, service_id, at)
  SELECT CAST(? AS BIGINT), id, CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT),
    CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT) FROM push_messages WHERE id = ?
  ON CONFLICT (device_id, message_id, attempt) DO UPDATE SET transport = excluded.transport,
    outcome = excluded.outcome, status = excluded.status, code = excluded.code,
    service_id = excluded.service_id, at = excluded.at`;

/** Writes answers of push services, also for devices that are no longer registered: the answer says why. */
export async function writeAnswers(tx: Queries, answers: readonly ServiceAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.toSorted(
    (one, other) => one.messageId - other.messageId || one.deviceId - other.deviceId,
  );
  await tx.runMany(
    ADD_ANSWER,
    rows.map((row) => [
      row.deviceId,
      row.attempt,
      row.transport,
      row.outcome,
      row.status,
      row.code,
      row.serviceId,
      row.at,
      row.messageId,
    ]),
  );
}
