import { LIMITS } from '@host/contracts';

import type { Queries } from '../../../storage/database/Database.types.ts';

export interface KeptAnswer {
  request_hash: string;
  status: number;
  headers: string;
  body: string;
}

/** The stored answer of a key, until it expires. */
export function findAnswer(
  db: Queries,
  actor: string,
  key: string,
  now: number,
): Promise<KeptAnswer | undefined> {
  return db.get<KeptAnswer>(
    `SELECT request_hash, status, headers, body FROM idempotency_keys
      WHERE actor = ? AND idempotency_key = ? AND created_at > ?`,
    actor,
    key,
    now - LIMITS.idempotencyKeySeconds * 1000,
  );
}

/**
 * Stores an answer, in the transaction of the action itself, and deletes expired ones. Returns whether it is the first under
 * its key.
 */
export async function keepAnswer(
  tx: Queries,
  actor: string,
  key: string,
  answer: KeptAnswer,
  now: number,
): Promise<boolean> {
  await deleteOldAnswers(tx, now);
  const stored = await tx.run(
    `INSERT INTO idempotency_keys (actor, idempotency_key, request_hash, status, headers, body, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    actor,
    key,
    answer.request_hash,
    answer.status,
    answer.headers,
    answer.body,
    now,
  );
  return stored === 1;
}

/** Deletes expired answers. */
export async function deleteOldAnswers(db: Queries, now: number): Promise<void> {
  await db.run(
    'DELETE FROM idempotency_keys WHERE created_at <= ?',
    now - LIMITS.idempotencyKeySeconds * 1000,
  );
}

/** How many answers are stored for a holder, and the time of the oldest. */
export async function countAnswers(
  db: Queries,
  actor: string,
  now: number,
): Promise<{ answers: number; oldest: number | null }> {
  const row = await db.get<{ answers: number; oldest: number | null }>(
    `SELECT COUNT(*) AS answers, MIN(created_at) AS oldest FROM idempotency_keys
      WHERE actor = ? AND created_at > ?`,
    actor,
    now - LIMITS.idempotencyKeySeconds * 1000,
  );
  return row!;
}
