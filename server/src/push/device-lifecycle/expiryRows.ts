import type { Queries, Transaction } from '../../storage/database/Database.types.ts';
import { rowClaim } from '../../storage/database/rowUpdate.ts';

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

/** A device that is locked until the transaction ends, and its owner. */
export interface LockedDevice {
  id: number;
  person_id: string | null;
}

/** Locks some devices that were last seen before a time, until the transaction ends. */
export function lockUnseen(
  tx: Transaction,
  before: number,
  limit: number,
): Promise<LockedDevice[]> {
  return tx.claimMany(UNSEEN, before, limit);
}

/** The same for devices that registered before a time and were never seen since, the oldest first. */
export function lockStrangers(
  tx: Transaction,
  before: number,
  limit: number,
): Promise<LockedDevice[]> {
  return tx.claimMany(STRANGERS, before, limit);
}

/** The devices of a person beyond the limit: the least recently seen ones. */
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
