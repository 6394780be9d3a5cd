import { userTopic } from '@host/contracts';

import { ApiError } from '../ApiError.ts';
import { collectForOwners } from '../inbox/collectInboxes.ts';
import { notifyDevices } from '../push/live/deviceChanges.ts';
import { deleteSubscriptions, moveSubscriptions } from '../push/topics/topicRows.ts';
import { moveJobs } from '../push/upstream/jobRows.ts';
import type { Transaction } from '../storage/database/Database.types.ts';
import {
  type DeviceRow,
  type NewDevice,
  changeToken,
  deleteDevice,
  findDevice,
  findDeviceOfKey,
  noteReplaced,
  upsertDevice,
} from './deviceRows.ts';
import { isOurToken } from './deviceToken.ts';
import type { Registrant } from './registerDevice.ts';

/**
 * Lets a new token take the place of an old one: the device keeps its topics and what waits for it, and, where the new
 * token is of another service, the key of the old one. Says whether the device is new; undefined when there is none yet.
 */
export async function takeOver(
  tx: Transaction,
  oldToken: string,
  device: NewDevice,
  by: Registrant,
): Promise<{ isNew: boolean } | undefined> {
  const known = await findDeviceOfKey(tx, oldToken);
  if (known?.token === device.token) return { isNew: false };
  const old = known ?? (await rememberKey(tx, oldToken, device));
  if (!old) return undefined;
  const isTheirs =
    by.keyToken === oldToken || (old.person_id !== null && old.person_id === by.personId);
  // Otherwise whoever learns a token could have its pushes.
  if (known && !isTheirs) {
    throw new ApiError('device-key-wrong', 'previousToken belongs to another device.');
  }
  const existing = await findDevice(tx, device.token);
  if (existing) await absorb(tx, existing, old, device.personId);
  // Senders that know any of its tokens are told the new one.
  for (const token of new Set([oldToken, old.token])) await noteReplaced(tx, token, old.id);
  await changeToken(tx, old.id, device.token);
  return { isNew: !known && !existing };
}

// The key of a device that was forgotten meanwhile opens what is registered in its place.
async function rememberKey(tx: Transaction, oldToken: string, device: NewDevice) {
  if (!isOurToken(oldToken) || isOurToken(device.token)) return undefined;
  return (await upsertDevice(tx, { ...device, token: oldToken, upstream: null })).row;
}

/**
 * The token was registered by itself before. Whoever holds the key of the other device gets that device with the topics of
 * this one, and neither what was sent to it before nor what is meant for its person.
 */
async function absorb(
  tx: Transaction,
  existing: DeviceRow,
  into: DeviceRow,
  nextOwner: string | null,
): Promise<void> {
  await collectForOwners(tx, [existing.id, into.id], nextOwner);
  if (existing.person_id !== null && existing.person_id !== into.person_id) {
    await deleteSubscriptions(tx, userTopic(existing.person_id), [existing.id]);
  }
  await moveSubscriptions(tx, existing.id, into.id);
  // What is on its way to the service that reaches the token still arrives there.
  await moveJobs(tx, existing.id, into.id);
  await deleteDevice(tx, existing.id);
  await notifyDevices(tx, [existing.id]);
}
