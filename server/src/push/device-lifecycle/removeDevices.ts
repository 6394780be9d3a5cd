import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { deleteOwnOf } from '../device-schedule/deviceScheduleRows.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { lockDevice } from '../devices/deviceRows.ts';
import { collectInboxes } from '../inbox/collectInboxes.ts';
import { collectForOwners } from './collectForOwners.ts';
import type { LockedDevice } from './expiryRows.ts';
import { deleteDevices } from './ownershipRows.ts';

/**
 * Removes devices. What was sent to them stays in the inboxes of their owners. What they scheduled for themselves is deleted
 * with them, so a device that registers in their place starts with its full quota.
 */
export async function removeDevices(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await collectForOwners(tx, ids);
  await deleteAll(tx, ids);
}

/** The same for devices that the transaction has locked already, and whose owners it knows. */
export async function removeLockedDevices(
  tx: Transaction,
  devices: readonly LockedDevice[],
): Promise<void> {
  if (devices.length === 0) return;
  const owners = devices.flatMap(({ person_id: owner }) => (owner === null ? [] : [owner]));
  if (owners.length > 0) await collectInboxes(tx, owners);
  await deleteAll(
    tx,
    devices.map(({ id }) => id),
  );
}

async function deleteAll(tx: Transaction, ids: readonly number[]): Promise<void> {
  await deleteDevices(tx, ids);
  await deleteOwnOf(tx, ids);
  await notifyDevices(tx, ids);
}

/** Removes a device that its push service no longer knows, unless it has another address by now. */
export function removeUnreachable(db: Database, id: number, address: string): Promise<void> {
  return db.transaction(async (tx) => {
    const device = await lockDevice(tx, id);
    if (device?.address === address) await removeDevices(tx, [id]);
  });
}
