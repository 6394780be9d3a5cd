import type { MessageTrace } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { type MessageRow, isForDevices } from '../messages/messageRows.ts';
import { addressedTo } from './addressedTo.ts';
import type { FoundDevice } from './searchRows.ts';
import { stepsToMany } from './stepsToMany.ts';
import { type TraceRows, type TracedAnswer, traceRows } from './traceRows.ts';

type Trace = Pick<MessageTrace, 'addressed' | 'steps'>;

/** Final steps, after which nothing more is expected. */
const ENDS: ReadonlySet<Trace['steps'][number]['step']> = new Set([
  'delivered',
  'held',
  'opened',
  'dropped',
  'passed',
  'service-done',
]);

/** The step for each outcome of a push service. */
const ANSWERED: Readonly<Record<string, Trace['steps'][number]['step']>> = {
  accepted: 'taken-by-service',
  retry: 'postponed-by-service',
  'auth-problem': 'postponed-by-service',
};

const time = (ms: number) => new Date(ms).toISOString();

/** A device, as far as it is still known. */
interface TracedDevice {
  deviceId: number;
  /** Undefined if it is no longer registered. */
  device: FoundDevice | undefined;
}

/** Every step of a message to a device, as far as is recorded. */
export async function traceMessage(
  db: Queries,
  message: MessageRow,
  { deviceId, device }: TracedDevice,
  now: number,
): Promise<Trace> {
  const rows = await traceRows(db, message.id, deviceId);
  const addressed = await addressedTo(db, message, device, rows);
  const steps: Trace['steps'] = [{ step: 'accepted', at: time(message.created_at) }];
  if (message.state === 'cancelled') {
    const { cancelled_at: at, cancelled_because: detail } = message;
    steps.push({
      step: 'cancelled',
      ...(at !== null && { at: time(at) }),
      ...(detail !== null && { detail }),
    });
  }
  if (message.position !== null && message.send_at > message.created_at) {
    steps.push({ step: 'due', at: time(message.send_at) });
  }
  if (addressed !== 'yes') return { addressed, steps };
  steps.push(...handedOn(rows));
  if (rows.job && isAwaited(rows.job, device, message)) {
    const { attempts, due_at } = rows.job;
    const detail = attempts === 0 ? 'not tried yet' : `tried ${attempts} times`;
    steps.push({ step: 'waiting-for-service', at: time(due_at), detail });
  }
  steps.push(...outcomeOf(message, device, rows, now));
  return { addressed, steps };
}

/** When it was written to a connection, and the answers of the push service, in order. */
function handedOn({ delivery, answers, letters }: TraceRows): Trace['steps'] {
  const steps = answers.map((answer) => answerStep(answer));
  const isKept = (transport: string, reason: string) =>
    answers.some((each) => each.transport === transport && each.code === reason);
  for (const { transport, reason, at } of letters) {
    if (isKept(transport, reason)) continue;
    steps.push({ step: 'refused-by-service', at: time(at), detail: `${transport}: ${reason}` });
  }
  const sentAt = delivery?.sent_at ?? (delivery?.state === 'sent' ? delivery.updated_at : null);
  // A message that a push service accepted is recorded as sent as well.
  const taken = answers.find(({ outcome }) => outcome === 'accepted');
  if (sentAt !== null && !(taken && taken.at <= sentAt)) {
    steps.push({ step: 'sent', at: time(sentAt) });
  }
  return steps.toSorted((one, other) => (one.at! < other.at! ? -1 : one.at! > other.at! ? 1 : 0));
}

function answerStep(answer: TracedAnswer): Trace['steps'][number] {
  const { attempt, transport, outcome, status, code, service_id: id, at } = answer;
  const said = [status, code].filter((part) => part !== null).join(' ');
  return {
    step: ANSWERED[outcome] ?? 'refused-by-service',
    at: time(at),
    detail: said === '' ? transport : `${transport}: ${said}`,
    answer: {
      service: transport,
      attempt,
      ...(status !== null && { status }),
      ...(code !== null && { reason: code }),
      ...(id !== null && { messageId: id }),
    },
  };
}

/** Whether a pending job concerns the device. A job for a range skips devices without a push service, or with the message. */
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
  const { delivery, held, opening, answers } = rows;
  const steps: Trace['steps'] = [];
  const cameAt = delivery?.delivered_at ?? null;
  if (cameAt !== null) steps.push({ step: 'delivered', at: time(cameAt) });
  else if (delivery && ['delivered', 'dropped'].includes(delivery.state)) {
    steps.push({
      step: delivery.state as 'delivered' | 'dropped',
      at: time(delivery.updated_at),
      ...(delivery.reason !== null && { detail: delivery.reason }),
    });
  } else if (device && !isForDevices(message)) {
    steps.push(...stepsToMany(message, device, rows, now));
  }
  if (held) steps.push({ step: 'held', at: time(held.at), detail: held.reason });
  if (opening) {
    steps.push({ step: 'opened', ...(opening.at !== null && { at: time(opening.at) }) });
  }
  if (steps.some(({ step }) => ENDS.has(step))) return steps;
  // A phone that got it from its push service does not report back here.
  if (answers.at(-1)?.outcome === 'accepted') return steps;
  // The device was unregistered, either before the message ended or too late to matter.
  if (!device) steps.push({ step: 'unregistered' });
  else if (message.expires_at <= now) {
    steps.push({ step: 'expired', at: time(message.expires_at) });
  }
  return steps;
}
