import type { Queries } from './Database.types.ts';

/**
 * Notes, in the transaction of what is written, that a writer writes for the so-manieth time. Returns whether it is the first
 * time: not so when an earlier attempt was committed and only its answer was lost. While that attempt is still under way
 * this waits for its end.
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

/** Forgets some writers that wrote last before a time: their processes have ended. Says how many. */
export function deleteOldWriters(db: Queries, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM ledger_writers WHERE writer IN (
      SELECT writer FROM ledger_writers WHERE written_at < ? LIMIT ?)`,
    before,
    limit,
  );
}
