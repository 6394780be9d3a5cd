import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { deleteOwnOf } from '../device-schedule/deviceScheduleRows.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { deleteDevices, lockDevice, lockStrangers, lockUnseen } from '../devices/deviceRows.ts';
import { collectForOwners } from '../inbox/collectInboxes.ts';

/** In one transaction: inboxes are collected in it, and others write, too. */
const MOST_AT_ONCE = 100;

/**
 * Forgets devices: what was sent to them is in the inboxes of those who had them, and what they had sent to themselves goes
 * with them, else a new one in their place starts with nothing used. Nothing else removes a device whose person stays.
 */
export async function forgetDevices(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await collectForOwners(tx, ids);
  await deleteDevices(tx, ids);
  await deleteOwnOf(tx, ids);
  await notifyDevices(tx, ids);
}

/** Forgets a device that a service does not reach any more, unless it has another address by now. */
export function forgetUnreachable(db: Database, id: number, upstream: string): Promise<void> {
  return db.transaction(async (tx) => {
    const device = await lockDevice(tx, id);
    if (device?.upstream === upstream) await forgetDevices(tx, [id]);
  });
}

/** Forgets devices that were not seen since. Says how many. */
export function forgetUnseen(db: Database, since: number, limit: number): Promise<number> {
  return inParts(db, limit, (tx, most) => lockUnseen(tx, since, most));
}

/** Forgets devices that never came, the oldest first. Says how many. */
export function forgetStrangers(db: Database, since: number, limit: number): Promise<number> {
  return inParts(db, limit, (tx, most) => lockStrangers(tx, since, most));
}

async function inParts(
  db: Database,
  limit: number,
  lockSome: (tx: Transaction, most: number) => Promise<number[]>,
): Promise<number> {
  let forgotten = 0;
  for (let isMore = true; isMore && forgotten < limit;) {
    const most = Math.min(MOST_AT_ONCE, limit - forgotten);
    const ids = await db.transaction(async (tx) => {
      const locked = await lockSome(tx, most);
      await forgetDevices(tx, locked);
      return locked;
    });
    forgotten += ids.length;
    isMore = ids.length === most;
  }
  return forgotten;
}
