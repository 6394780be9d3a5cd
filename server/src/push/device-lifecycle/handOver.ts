import { userTopic } from '@host/contracts';

import type { Transaction } from '../../storage/database/Database.types.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';
import { forgetKeys } from '../devices/replacedTokenRows.ts';
import { collectInboxes } from '../inbox/collectInboxes.ts';
import { type NewDevice, updateDevice } from './ownershipRows.ts';
import { deleteSubscriptions } from './subscriptionRows.ts';

/**
 * Hands a device over to the person of a registration, or to nobody. If the owner stays the same, only its details are updated.
 * @param keepsKeys whether the keys that open the device belong to whoever registers it
 */
export async function handOver(
  tx: Transaction,
  before: DeviceRow,
  device: NewDevice,
  keepsKeys: boolean,
): Promise<DeviceRow> {
  // A former owner's key must not give access to the next owner's device.
  if (!keepsKeys) await forgetKeys(tx, before.id);
  const leftAt = await leaveOwner(tx, before, device.personId);
  const row = await updateDevice(tx, { ...device, position: leftAt ?? device.position });
  if (before.person_id === null) await joinOwner(tx, row);
  return row;
}

/**
 * Collects what was sent until now into the inbox of the leaving owner, and unsubscribes the device from their own topic.
 * Returns the last position that was theirs; undefined if no owner leaves.
 */
async function leaveOwner(
  tx: Transaction,
  before: DeviceRow,
  personId: string | null,
): Promise<number | undefined> {
  if (before.person_id === null || before.person_id === personId) return undefined;
  // The next owner's as well: their inbox must not move past messages to the device before the device counts as theirs.
  const people = personId === null ? [before.person_id] : [before.person_id, personId];
  const leftAt = await collectInboxes(tx, people);
  await deleteSubscriptions(tx, userTopic(before.person_id), [before.id]);
  return leftAt;
}

// While the device had no owner, the inbox of this owner moved on without it.
async function joinOwner(tx: Transaction, { person_id, owner_since }: DeviceRow): Promise<void> {
  if (person_id !== null) await collectInboxes(tx, [person_id], owner_since);
}
