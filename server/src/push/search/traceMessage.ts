import type { MessageTrace } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { type MessageRow, isForDevices } from '../messages/messageRows.ts';
import { addressedTo } from './addressedTo.ts';
import type { FoundDevice } from './searchRows.ts';
import { stepsToMany } from './stepsToMany.ts';
import { type TraceRows, traceRows } from './traceRows.ts';

type Trace = Pick<MessageTrace, 'addressed' | 'steps'>;

/** After these nobody waits for the device, as far as is known. */
const ENDS: ReadonlySet<Trace['steps'][number]['step']> = new Set([
  'delivered',
  'held',
  'opened',
  'dropped',
  'passed',
  'service-done',
]);

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
  if (rows.job && isAwaited(rows.job, device, message)) {
    const { attempts, due_at } = rows.job;
    const detail = attempts === 0 ? 'not tried yet' : `tried ${attempts} times`;
    steps.push({ step: 'waiting-for-service', at: time(due_at), detail });
  }
  steps.push(...outcomeOf(message, device, rows, now));
  return { addressed, steps };
}

/** Of a range of devices, those are left out that no push service reaches, or that have the message. */
function isAwaited(
  { device_id }: NonNullable<TraceRows['job']>,
  device: FoundDevice | undefined,
  { position }: MessageRow,
): boolean {
  if (device_id !== null) return true;
  return Boolean(device?.address) && position !== null && device!.position < position;
}

function outcomeOf(
  message: MessageRow,
  device: FoundDevice | undefined,
  rows: TraceRows,
  now: number,
): Trace['steps'] {
  const { delivery, held, isOpened } = rows;
  const steps: Trace['steps'] = [];
  if (delivery && ['sent', 'delivered', 'dropped'].includes(delivery.state)) {
    steps.push({
      step: delivery.state as 'sent' | 'delivered' | 'dropped',
      at: time(delivery.updated_at),
      ...(delivery.reason !== null && { detail: delivery.reason }),
    });
  } else if (device && !isForDevices(message)) {
    steps.push(...stepsToMany(message, device, rows, now));
  }
  if (held) steps.push({ step: 'held', at: time(held.at), detail: held.reason });
  if (isOpened) {
    steps.push({ step: 'opened', ...(delivery && { at: time(delivery.updated_at) }) });
  }
  if (steps.some(({ step }) => ENDS.has(step))) return steps;
  // Somebody unregistered it: that came before the end of the message, or it does not matter.
  if (!device) steps.push({ step: 'unregistered' });
  else if (message.expires_at <= now) {
    steps.push({ step: 'expired', at: time(message.expires_at) });
  }
  return steps;
}
