import type { Queries, Transaction } from '../../storage/database/Database.types.ts';
import { type RowClaim, rowClaim } from '../../storage/database/rowUpdate.ts';

const UNSEEN = rowClaim({
  table: 'devices',
  where: 'last_seen < ?',
  order: 'last_seen',
  set: 'position = position',
});

const STRANGERS = rowClaim({
  table: 'devices',
  where: 'has_come = 0 AND last_seen < ?',
  order: 'id',
  set: 'position = position',
});

/** Locks some devices that were last seen before a time, until the transaction ends. Returns their ids. */
export function lockUnseen(tx: Transaction, before: number, limit: number): Promise<number[]> {
  return lockIds(tx, UNSEEN, before, limit);
}

/** The same for devices that registered before a time and were never there since, the oldest first. */
export function lockStrangers(tx: Transaction, before: number, limit: number): Promise<number[]> {
  return lockIds(tx, STRANGERS, before, limit);
}

async function lockIds(tx: Transaction, claim: RowClaim, before: number, limit: number) {
  return (await tx.claimMany<{ id: number }>(claim, before, limit)).map(({ id }) => id);
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
