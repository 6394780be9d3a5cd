import type { Queries } from '../../storage/database/Database.types.ts';

/** The last position that was given. Everything up to it is committed. */
export async function readClock(db: Queries): Promise<number> {
  const row = await db.get<{ last: number }>(`SELECT last FROM push_clock WHERE name = 'position'`);
  return row!.last;
}

/**
 * Takes `count` positions and gives the first. The row stays locked until the transaction ends: later positions are
 * committed later, so a reader who sees a position sees everything before it.
 */
export async function advanceClock(tx: Queries, count: number): Promise<number> {
  const row = await tx.get<{ last: number }>(
    `UPDATE push_clock SET last = last + ? WHERE name = 'position' RETURNING last`,
    count,
  );
  return row!.last - count + 1;
}
