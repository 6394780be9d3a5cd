import type { Queries } from '../../../storage/database/Database.types.ts';

/** What a push service answered for a device. */
export interface ServiceAnswer {
  messageId: number;
  deviceId: number;
  /** Which attempt it was, from 1. */
  attempt: number;
  transport: string;
  outcome: string;
  status: number | null;
  code: string | null;
  /** The name that the push service has for the message. */
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

/** Writes what push services answered; also for devices that are not registered any more, since the answer says why. */
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
