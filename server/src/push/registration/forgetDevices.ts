import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { deleteOwnOf } from '../device-schedule/deviceScheduleRows.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { deleteDevice, deleteStrangers, deleteUnseen } from '../devices/deviceRows.ts';

/** Forgets a device, with everything that it had sent to itself: else a new one in its place starts with nothing used. */
export async function forgetDevice(tx: Transaction, id: number): Promise<void> {
  await deleteDevice(tx, id);
  await finish(tx, [id]);
}

/** Forgets devices that were not seen since, a few at a time. Says how many. */
export function forgetUnseen(db: Database, since: number, limit: number): Promise<number> {
  return db.transaction(async (tx) =>
    finish(
      tx,
      (await deleteUnseen(tx, since, limit)).map(({ id }) => id),
    ),
  );
}

/** Forgets devices that never came, the oldest first, a few at a time. Says how many. */
export function forgetStrangers(db: Database, since: number, limit: number): Promise<number> {
  return db.transaction(async (tx) =>
    finish(
      tx,
      (await deleteStrangers(tx, since, limit)).map(({ id }) => id),
    ),
  );
}

async function finish(tx: Transaction, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  await deleteOwnOf(tx, ids);
  await notifyDevices(tx, ids);
  return ids.length;
}
