import type { MessageTrace } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { matches } from '../conditions/matches.ts';
import { parseCondition } from '../conditions/parseCondition.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import { type MessageRow, isForDevices } from '../messages/messageRows.ts';
import { type FoundDevice, traceRows } from './searchRows.ts';

type Trace = Pick<MessageTrace, 'addressed' | 'steps'>;
type Rows = Awaited<ReturnType<typeof traceRows>>;

const time = (ms: number) => new Date(ms).toISOString();

/** A device, as far as it is still known. */
interface TracedDevice {
  deviceId: number;
  /** Undefined when it is not registered any more. */
  device: FoundDevice | undefined;
}

/** Every step of a message to a device, in so far as it is kept. */
export async function traceMessage(
  db: Queries,
  message: MessageRow,
  { deviceId, device }: TracedDevice,
  now: number,
): Promise<Trace> {
  const rows = await traceRows(db, message.id, deviceId);
  const addressed = await addressedTo(db, message, device, rows);
  const steps: Trace['steps'] = [{ step: 'accepted', at: time(message.created_at) }];
  if (message.state === 'cancelled') steps.push({ step: 'cancelled' });
  if (message.position !== null && message.send_at > message.created_at) {
    steps.push({ step: 'due', at: time(message.send_at) });
  }
  if (addressed !== 'yes') return { addressed, steps };
  for (const { transport, reason, at } of rows.letters) {
    steps.push({ step: 'refused-by-service', at: time(at), detail: `${transport}: ${reason}` });
  }
  if (rows.job) {
    const { attempts, due_at } = rows.job;
    const detail = attempts === 0 ? 'not tried yet' : `tried ${attempts} times`;
    steps.push({ step: 'waiting-for-service', at: time(due_at), detail });
  }
  steps.push(...outcomeOf(message, device, rows, now));
  return { addressed, steps };
}

async function addressedTo(
  db: Queries,
  message: MessageRow,
  device: FoundDevice | undefined,
  { delivery, subscribedSince }: Rows,
): Promise<Trace['addressed']> {
  if (isForDevices(message)) return delivery ? 'yes' : 'not-named';
  // Nobody knows which topics it had.
  if (!device) return 'not-subscribed';
  if (message.condition !== null) {
    const topics = new Set((await subscriptionsOf(db, device.id)).map(({ topic }) => topic));
    const condition = parseCondition(message.condition);
    return condition && matches(condition, topics) ? 'yes' : 'condition-not-met';
  }
  if (subscribedSince === undefined) return 'not-subscribed';
  const isLater = message.position !== null && subscribedSince >= message.position;
  return isLater ? 'subscribed-later' : 'yes';
}

function outcomeOf(
  message: MessageRow,
  device: FoundDevice | undefined,
  { delivery, isOpened }: Rows,
  now: number,
): Trace['steps'] {
  const steps: Trace['steps'] = [];
  if (delivery && ['sent', 'delivered', 'dropped'].includes(delivery.state)) {
    steps.push({
      step: delivery.state as 'sent' | 'delivered' | 'dropped',
      at: time(delivery.updated_at),
      ...(delivery.reason !== null && { detail: delivery.reason }),
    });
  } else if (!delivery && device && hasCome(device, message)) {
    // A device acknowledges everything up to a place: of messages to topics nothing else is kept.
    steps.push({ step: 'delivered' });
  }
  if (isOpened) {
    steps.push({ step: 'opened', ...(delivery && { at: time(delivery.updated_at) }) });
  }
  const hasArrived = steps.some(({ step }) => step === 'delivered' || step === 'opened');
  const isDropped = steps.some(({ step }) => step === 'dropped');
  if (!hasArrived && !isDropped) {
    // Somebody unregistered it: that came before the end of the message, or it does not matter.
    if (!device) steps.push({ step: 'unregistered' });
    else if (message.expires_at <= now) {
      steps.push({ step: 'expired', at: time(message.expires_at) });
    }
  }
  return steps;
}

function hasCome(device: FoundDevice, { position }: MessageRow): boolean {
  return position !== null && device.position >= position;
}
