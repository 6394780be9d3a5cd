import type { Queries } from '../../../../storage/database/Database.types.ts';

/** Keeps many answers for a holder in one statement. */
export async function keepMany(
  db: Queries,
  actor: string,
  count: number,
  now: number,
): Promise<void> {
  await db.run(
    `INSERT INTO idempotency_keys (actor, idempotency_key, request_hash, status, headers, body, created_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT ?, 'many-' || n, '', 200, '{}', '{}', ${now} FROM numbers`,
    actor,
  );
}
