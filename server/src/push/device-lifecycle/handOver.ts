import { userTopic } from '@host/contracts';

import type { Transaction } from '../../storage/database/Database.types.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';
import { forgetKeys } from '../devices/replacedTokenRows.ts';
import { collectInboxes } from '../inbox/collectInboxes.ts';
import { type NewDevice, updateDevice } from './ownershipRows.ts';
import { deleteSubscriptions } from './subscriptionRows.ts';

/**
 * Hands a device over to the person of a registration, or to nobody; to its owner again, it only updates what is known of it.
 * @param keepsKeys whether the keys that open the device belong to whoever registers it
 */
export async function handOver(
  tx: Transaction,
  before: DeviceRow,
  device: NewDevice,
  keepsKeys: boolean,
): Promise<DeviceRow> {
  // A key of somebody who had the device earlier must open nothing of its next owner.
  if (!keepsKeys) await forgetKeys(tx, before.id);
  const leftAt = await leaveOwner(tx, before, device.personId);
  const row = await updateDevice(tx, { ...device, position: leftAt ?? device.position });
  if (before.person_id === null) await joinOwner(tx, row);
  return row;
}

/**
 * Puts what was sent until now into the inbox of the owner who leaves, and takes the device out of their own topic. Returns the
 * last position that was theirs; undefined when no owner leaves.
 */
async function leaveOwner(
  tx: Transaction,
  before: DeviceRow,
  personId: string | null,
): Promise<number | undefined> {
  if (before.person_id === null || before.person_id === personId) return undefined;
  // The next owner's as well: their inbox must not move past messages to the device before the device is seen as theirs.
  const people = personId === null ? [before.person_id] : [before.person_id, personId];
  const leftAt = await collectInboxes(tx, people);
  await deleteSubscriptions(tx, userTopic(before.person_id), [before.id]);
  return leftAt;
}

// While the device was nobody's, the inbox of its owner moved on without it.
async function joinOwner(tx: Transaction, { person_id, owner_since }: DeviceRow): Promise<void> {
  if (person_id !== null) await collectInboxes(tx, [person_id], owner_since);
}
