import { MAX_DEVICES_PER_PERSON } from '../../operations/quotas/quotaLimits.ts';
import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { inTransactions } from '../../storage/database/inTransactions.ts';
import { type LockedDevice, devicesBeyond, lockStrangers, lockUnseen } from './expiryRows.ts';
import { removeDevices, removeLockedDevices } from './removeDevices.ts';

/** Removes devices that were last seen before a time, at most `limit`. Returns their number. */
export function expireUnseen(db: Database, before: number, limit: number): Promise<number> {
  return removeLocked(db, limit, (tx, most) => lockUnseen(tx, before, most));
}

/** Removes devices that registered before a time and were never seen since, the oldest first. Returns their number. */
export function expireStrangers(db: Database, before: number, limit: number): Promise<number> {
  return removeLocked(db, limit, (tx, most) => lockStrangers(tx, before, most));
}

/** Removes a person's devices beyond the limit: anybody can register any number of tokens, but uses few. */
export async function expireBeyondLimit(tx: Transaction, personId: string): Promise<void> {
  await removeDevices(tx, await devicesBeyond(tx, personId, MAX_DEVICES_PER_PERSON));
}

function removeLocked(
  db: Database,
  limit: number,
  lockSome: (tx: Transaction, most: number) => Promise<LockedDevice[]>,
): Promise<number> {
  return inTransactions(db, limit, async (tx, most) => {
    const locked = await lockSome(tx, most);
    await removeLockedDevices(tx, locked);
    return locked.length;
  });
}
