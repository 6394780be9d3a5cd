import { userTopic } from '@host/contracts';

import type { Transaction } from '../../storage/database/Database.types.ts';
import { deleteOwnOf } from '../device-schedule/deviceScheduleRows.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { leaveGroups } from '../groups/groupRows.ts';
import { readClock } from '../messages/clockRows.ts';
import { deleteSentToNobody, deleteTopic, messagesToDevices } from '../messages/personRows.ts';
import {
  clearFormerOwner,
  deleteDevices,
  listDevicesOf,
  listFormerDevicesOf,
} from './ownershipRows.ts';
import { deleteRowsOf, deleteChallengesOf } from './removalRows.ts';
import { deleteTopicSubscriptions } from './subscriptionRows.ts';

/**
 * Removes the devices of a person whose account was deleted, with what was sent to them and what they scheduled; a host that
 * is still installed registers again. Messages that others got as well stay for those. The inbox is not collected, since it
 * is deleted as well.
 */
export async function removeDevicesOfPerson(tx: Transaction, personId: string): Promise<void> {
  const devices = await listDevicesOf(tx, personId);
  const own = devices.map(({ id }) => id);
  const tokenKeys = devices.map(({ token_key }) => token_key);
  const ids = [...own, ...(await listFormerDevicesOf(tx, personId))];
  const direct = await messagesToDevices(tx, ids);
  await deleteRowsOf(tx, ids);
  await leaveGroups(tx, tokenKeys);
  await deleteChallengesOf(tx, tokenKeys);
  await deleteOwnOf(tx, ids);
  await deleteSentToNobody(tx, direct);
  const topic = userTopic(personId);
  await deleteTopic(tx, topic, userTopic('deleted'));
  await deleteTopicSubscriptions(tx, topic);
  await deleteDevices(tx, own);
  await clearFormerOwner(tx, personId, await readClock(tx));
  await notifyDevices(tx, ids);
}
