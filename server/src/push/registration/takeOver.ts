import { userTopic } from '@host/contracts';

import type { Transaction } from '../../storage/database/Database.types.ts';
import {
  type DeviceRow,
  type NewDevice,
  changeToken,
  findDeviceOfKey,
  insertDevice,
  noteReplaced,
} from '../devices/deviceRows.ts';
import { isOurToken } from '../devices/deviceToken.ts';
import { deleteSubscriptions, moveSubscriptions } from '../devices/topicRows.ts';
import { collectForOwners } from '../inbox/collectInboxes.ts';
import { forgetDevices } from '../removal/forgetDevices.ts';
import { moveJobs } from '../upstream/jobRows.ts';
import { Overtaken } from './lockBehind.ts';

/**
 * Lets a token take the place of an old one, both of which were proven: the device of the old one keeps its topics and what
 * waits for it, and, where the new token is of another service, the key of the old one. Gives the device that has the token
 * then; undefined when there was none to take over.
 * @param own the device that has the new token by itself
 */
export async function takeOver(
  tx: Transaction,
  oldToken: string,
  own: DeviceRow,
  device: NewDevice,
): Promise<DeviceRow | undefined> {
  const known = await findDeviceOfKey(tx, oldToken);
  if (known?.id === own.id) return own;
  const old = known ?? (await rememberKey(tx, oldToken, device));
  if (!old) return undefined;
  await absorb(tx, own, old, device.personId);
  // Senders that know any of its tokens are told the new one.
  for (const token of new Set([oldToken, old.token])) await noteReplaced(tx, token, old.id);
  await changeToken(tx, old.id, device.token);
  return { ...old, token: device.token };
}

// The key of a device that was forgotten meanwhile opens what is registered in its place.
async function rememberKey(
  tx: Transaction,
  oldToken: string,
  device: NewDevice,
): Promise<DeviceRow | undefined> {
  if (!isOurToken(oldToken) || isOurToken(device.token)) return undefined;
  const row = await insertDevice(tx, { ...device, token: oldToken, upstream: null });
  if (!row) throw new Overtaken();
  return row;
}

/** The token was registered by itself before: the device of the other one gets its topics, and not what was sent to it before. */
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
  await forgetDevices(tx, [existing.id]);
}
