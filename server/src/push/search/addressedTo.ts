import { type MessageTrace, parseCondition } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { matches } from '../conditions/matches.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import { type MessageRow, isForDevices } from '../messages/messageRows.ts';
import { isOfPackage } from '../messages/packages.ts';
import type { FoundDevice } from './searchRows.ts';
import type { TraceRows } from './traceRows.ts';

/** Whether a message was for a device, as far as is recorded: only the device's current topics are known. */
export async function addressedTo(
  db: Queries,
  message: MessageRow,
  device: FoundDevice | undefined,
  rows: TraceRows,
): Promise<MessageTrace['addressed']> {
  if (isForDevices(message)) return rows.delivery ? 'yes' : 'not-named';
  if (isKnownToHaveBeen(rows)) return 'yes';
  // The topics that it had are no longer known.
  if (!device) return 'not-subscribed';
  if (!isOfPackage(device.app, message.package_name)) return 'other-package';
  const position = message.position ?? Number.MAX_SAFE_INTEGER;
  if (position <= device.owner_since) return 'registered-later';
  const subscriptions = await subscriptionsOf(db, device.id);
  if (message.condition !== null) {
    const had = subscriptions.filter(({ since }) => since < position);
    const condition = parseCondition(message.condition);
    const topics = new Set(had.map(({ topic }) => topic));
    return condition && matches(condition, topics) ? 'yes' : 'condition-not-met';
  }
  const subscription = subscriptions.find(({ topic }) => topic === message.topic);
  if (!subscription) return 'not-subscribed';
  return subscription.since < position ? 'yes' : 'subscribed-later';
}

/** Whether there is a report of the device or its push service about the message, or a pending job for the device alone. */
function isKnownToHaveBeen({ held, opening, answers, letters, job }: TraceRows): boolean {
  const isForItAlone = job !== undefined && job.device_id !== null;
  const isTried = answers.length > 0 || letters.length > 0;
  return held !== undefined || opening !== undefined || isTried || isForItAlone;
}
