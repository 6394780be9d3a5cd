import type { Queries } from './Database.types.ts';

/**
 * Records the number of a writer's write, in the same transaction. Returns false if an earlier attempt of this write was
 * committed, with only its answer lost: this makes retries idempotent. While that attempt is still in progress, this waits
 * for its end.
 */
export async function noteWrite(
  tx: Queries,
  writer: string,
  number: number,
  now: number,
): Promise<boolean> {
  const written = await tx.run(
    `INSERT INTO ledger_writers (writer, last, written_at) VALUES (?, ?, ?)
      ON CONFLICT (writer) DO UPDATE SET last = excluded.last, written_at = excluded.written_at
        WHERE ledger_writers.last < excluded.last`,
    writer,
    number,
    now,
  );
  return written > 0;
}

/** Deletes some writers whose last write was before a time: their processes have ended. Returns their number. */
export function deleteOldWriters(db: Queries, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM ledger_writers WHERE writer IN (
      SELECT writer FROM ledger_writers WHERE written_at < ? LIMIT ?)`,
    before,
    limit,
  );
}
