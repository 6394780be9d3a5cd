import type { Transaction } from '../../storage/database/Database.types.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { collectForOwners } from './collectForOwners.ts';
import { deleteSubscriptions } from './subscriptionRows.ts';

/** Unsubscribes devices from a topic. What was sent to it until now stays in the inboxes of their owners. */
export async function leaveTopic(
  tx: Transaction,
  topic: string,
  deviceIds: readonly number[],
): Promise<void> {
  await collectForOwners(tx, deviceIds);
  await deleteSubscriptions(tx, topic, deviceIds);
  await notifyDevices(tx, deviceIds);
}
