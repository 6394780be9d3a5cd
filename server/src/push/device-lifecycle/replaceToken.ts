import { userTopic } from '@host/contracts';

import type { Transaction } from '../../storage/database/Database.types.ts';
import { type DeviceRow, findDeviceOfKey } from '../devices/deviceRows.ts';
import { isOurToken } from '../devices/deviceToken.ts';
import { noteReplaced } from '../devices/replacedTokenRows.ts';
import { moveJobs } from '../jobs/jobRows.ts';
import { collectForOwners } from './collectForOwners.ts';
import { ConcurrentChange } from './ConcurrentChange.ts';
import { type NewDevice, changeToken, insertDevice } from './ownershipRows.ts';
import { removeDevices } from './removeDevices.ts';
import { deleteSubscriptions, moveSubscriptions } from './subscriptionRows.ts';

/**
 * Replaces an old token by a new one; the caller has proven both. The device of the old token keeps its topics, its pending
 * messages and, if the new token is of another service, the key of the old one. Returns the device that then has the new
 * token; undefined if no device had the old one.
 * @param own the device that has the new token so far
 */
export async function replaceToken(
  tx: Transaction,
  oldToken: string,
  own: DeviceRow,
  device: NewDevice,
): Promise<DeviceRow | undefined> {
  const known = await findDeviceOfKey(tx, oldToken);
  if (known?.id === own.id) return own;
  const old = known ?? (await insertForKey(tx, oldToken, device));
  if (!old) return undefined;
  await mergeInto(tx, own, old, device.personId);
  // Senders that use any of its former tokens are told the new one.
  for (const token of new Set([oldToken, old.token])) await noteReplaced(tx, token, old.id);
  await changeToken(tx, old.id, device.token);
  return { ...old, token: device.token };
}

// The old device was removed meanwhile; its key has to open the device that is registered in its place.
async function insertForKey(
  tx: Transaction,
  oldToken: string,
  device: NewDevice,
): Promise<DeviceRow | undefined> {
  if (!isOurToken(oldToken) || isOurToken(device.token)) return undefined;
  const row = await insertDevice(tx, { ...device, token: oldToken, address: null });
  if (!row) throw new ConcurrentChange();
  return row;
}

/** Merges a device into another one, which gets its topics and pending jobs, but not what was sent to it before. */
async function mergeInto(
  tx: Transaction,
  from: DeviceRow,
  into: DeviceRow,
  nextOwner: string | null,
): Promise<void> {
  await collectForOwners(tx, [from.id, into.id], nextOwner);
  if (from.person_id !== null && from.person_id !== into.person_id) {
    await deleteSubscriptions(tx, userTopic(from.person_id), [from.id]);
  }
  await moveSubscriptions(tx, from.id, into.id);
  // The token stays registered: what is queued for its push service still arrives there.
  await moveJobs(tx, from.id, into.id);
  await removeDevices(tx, [from.id]);
}
