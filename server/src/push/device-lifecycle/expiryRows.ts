import type { Queries } from '../../storage/database/Database.types.ts';

/** Locks some devices that were last seen before a time, until the transaction ends. Gives their ids. */
export function lockUnseen(tx: Queries, before: number, limit: number): Promise<number[]> {
  return lockIds(
    tx,
    `UPDATE devices SET position = position WHERE last_seen < ? AND id IN (
      SELECT id FROM devices WHERE last_seen < ? ORDER BY last_seen LIMIT ?) RETURNING id`,
    before,
    limit,
  );
}

/** The same for devices that registered before a time and were never there since, the oldest first. */
export function lockStrangers(tx: Queries, before: number, limit: number): Promise<number[]> {
  return lockIds(
    tx,
    `UPDATE devices SET position = position WHERE has_come = 0 AND last_seen < ? AND id IN (
      SELECT id FROM devices WHERE has_come = 0 AND last_seen < ? ORDER BY id LIMIT ?) RETURNING id`,
    before,
    limit,
  );
}

// Both statements check twice: a device may have come back while another transaction had it locked.
async function lockIds(tx: Queries, sql: string, before: number, limit: number): Promise<number[]> {
  return (await tx.all<{ id: number }>(sql, before, before, limit)).map(({ id }) => id);
}

/** The devices of a person beyond the number that is kept: those that were not seen for the longest time. */
export async function devicesBeyond(
  tx: Queries,
  personId: string,
  kept: number,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    'SELECT id FROM devices WHERE person_id = ? ORDER BY last_seen DESC, id DESC LIMIT 100 OFFSET ?',
    personId,
    kept,
  );
  return rows.map(({ id }) => id);
}
