import {
  type LocalNotificationOptions,
  type NotificationApp,
  parseJson,
  refusePast,
} from '@host/contracts';

import { PushError } from '../PushError.ts';
import type { Alarm, AlarmPort, PushStorage, ShownNotification } from '../PushPlatform.types.ts';
import { createSerialQueue } from '../createSerialQueue.ts';
import { alarmIdOf, alarmOf, chooseAlarms, lastDue, nextOccurrence } from './occurrences.ts';
import { readOptions } from './readOptions.ts';
import type { Schedule } from './Schedule.types.ts';
import { wallTimeOf } from './wallTime.ts';

const PREFIX = 'schedule/';
/** How late a notification may be shown that was due while nothing could show it. */
const GRACE_MS = 60 * 60 * 1000;
const MAX_SCHEDULES = 500;
/** The gateway's limit per device, which is also used for occurrences of a repeating notification. */
const MAX_AT_GATEWAY = 64;
const AHEAD_AT_GATEWAY = 7;

interface SchedulerOptions {
  storage: PushStorage;
  alarms: AlarmPort;
  show: (notification: ShownNotification) => Promise<void>;
  /** Called if the system allows no exact times: notifications may be minutes late. */
  onInexact?: (() => void) | undefined;
  /** Called with the next alarms, for a stand-in that shows them while the app is closed. */
  onArmed?: ((coming: readonly Alarm[]) => void) | undefined;
  now?: () => number;
  newId?: () => string;
}

/** Shows local notifications at their times, across restarts, daylight saving changes and time zones. */
export interface LocalScheduler {
  /** Arms stored notifications, and shows those that were due meanwhile. Call it at every start and resume. */
  start(): Promise<void>;
  /** Stores and arms a notification; resolves to its id once that is durable. */
  schedule(options: LocalNotificationOptions, from?: NotificationApp): Promise<string>;
  cancel: (id: string) => Promise<void>;
  cancelWhere: (matches: (schedule: Schedule) => boolean) => Promise<void>;
  /** The notifications that will still be shown. */
  pending: () => Promise<Schedule[]>;
}

export function createLocalScheduler({
  storage,
  alarms,
  show,
  onInexact,
  onArmed,
  now = Date.now,
  newId = idOnDevice,
}: SchedulerOptions): LocalScheduler {
  // Serialized, so that cancelling and then scheduling gives the expected result.
  const inTurn = createSerialQueue();

  async function load(): Promise<Schedule[]> {
    const entries = await storage.entries(PREFIX);
    return entries.flatMap(([, text]) => (parseJson(text) as Schedule | undefined) ?? []);
  }

  const save = (schedule: Schedule) => storage.set(PREFIX + schedule.id, JSON.stringify(schedule));

  /** Arms the soonest alarms and disarms obsolete ones. */
  async function arm(): Promise<void> {
    const schedules = await load();
    const wanted = chooseAlarms(schedules, now(), alarms.capacity);
    const wantedIds = new Set(wanted.map(({ id }) => id));
    const armed = await alarms.armed();
    const dispensable = armed.filter((id) => !wantedIds.has(id));
    if (dispensable.length > 0) await alarms.disarm(dispensable);
    let isInexact = false;
    for (const alarm of wanted) {
      if (armed.includes(alarm.id)) continue;
      isInexact = (await alarms.arm(alarm)) === 'inexact' || isInexact;
    }
    if (alarms.kind === 'system') await noteArmed(schedules, wanted);
    if (isInexact) onInexact?.();
    onArmed?.(chooseAlarms(schedules, now(), MAX_AT_GATEWAY, AHEAD_AT_GATEWAY));
  }

  async function noteArmed(schedules: Schedule[], wanted: Alarm[]) {
    for (const schedule of schedules) {
      const armedAt = wanted
        .filter(({ id, at }) => id === alarmIdOf(schedule, at))
        .map(({ at }) => at);
      if (armedAt.join() !== schedule.armedAt.join()) await save({ ...schedule, armedAt });
    }
  }

  /** Shows due notifications, each at most once, and deletes schedules without further occurrences. */
  async function settle(): Promise<void> {
    for (const schedule of await load()) {
      const due = lastDue(schedule, now());
      if (due === undefined) continue;
      const isLost = !schedule.armedAt.includes(due) && now() - due <= GRACE_MS;
      // Stored before it is shown, so that it is never shown twice.
      const done = { ...schedule, doneUntil: due };
      if (nextOccurrence(done, due) === undefined) await storage.delete(PREFIX + schedule.id);
      else await save(done);
      if (isLost) await show(alarmOf(schedule, due).notification);
    }
  }

  async function settleAndArm(): Promise<void> {
    await settle();
    await arm();
  }

  const start = () => inTurn(settleAndArm);
  const cancelWhere = (matches: (schedule: Schedule) => boolean) =>
    inTurn(async () => {
      for (const schedule of await load()) {
        if (matches(schedule)) await storage.delete(PREFIX + schedule.id);
      }
      await arm();
    });
  alarms.onDue(() => void start());

  return {
    start,
    schedule: (given, from) =>
      inTurn(async () => {
        const schedule = toSchedule(given, from, newId(), now());
        if ((await load()).length >= MAX_SCHEDULES) {
          throw new PushError('too-many', `${MAX_SCHEDULES} are scheduled already: cancel some.`);
        }
        await save(schedule);
        await settleAndArm();
        return schedule.id;
      }),
    cancel: (id) => cancelWhere((schedule) => schedule.id === id),
    cancelWhere,
    pending: () =>
      inTurn(async () =>
        (await load()).filter((schedule) => nextOccurrence(schedule, now()) !== undefined),
      ),
  };
}

function toSchedule(
  given: LocalNotificationOptions,
  from: NotificationApp | undefined,
  id: string,
  now: number,
): Schedule {
  const { scheduledAt, repeatType, ...content } = readOptions(given);
  const at = +new Date(scheduledAt);
  const problem = refusePast(at, repeatType, now);
  if (problem) throw new PushError('time-is-past', problem);
  return {
    id,
    content: { ...content, ...(from && { app: from }) },
    at,
    ...(repeatType && { repeat: { type: repeatType, wall: wallTimeOf(at) } }),
    // Repeats begin with the next occurrence from now on, even if the given time is in the past.
    doneUntil: repeatType ? Math.max(now, at - 1) : 0,
    armedAt: [],
  };
}

/** An id that is only used on this device, so `Math.random` suffices: React Native has no `crypto`. */
function idOnDevice(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
