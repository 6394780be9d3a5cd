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
/** How late a notification may be that fell due while nothing could show it. */
const GRACE_MS = 60 * 60 * 1000;
const MAX_SCHEDULES = 500;
/** How many a gateway takes from a device, and how many times of a repeating one it is given. */
const MAX_AT_GATEWAY = 64;
const AHEAD_AT_GATEWAY = 7;

interface SchedulerOptions {
  storage: PushStorage;
  alarms: AlarmPort;
  show: (notification: ShownNotification) => Promise<void>;
  /** Told when the system allows no exact times: notifications may be minutes late. */
  onInexact?: (() => void) | undefined;
  /** Told what comes next, for whoever shows it while the app is closed. */
  onArmed?: ((coming: readonly Alarm[]) => void) | undefined;
  now?: () => number;
  newId?: () => string;
}

/** Shows local notifications at their times, over restarts, daylight saving and travels. */
export interface LocalScheduler {
  /** Arms what was kept, and shows what fell due meanwhile. Call it at every start, and when the app comes back. */
  start(): Promise<void>;
  /** Keeps and arms a notification; resolves to its id once that is durable. */
  schedule(options: LocalNotificationOptions, from?: NotificationApp): Promise<string>;
  cancel: (id: string) => Promise<void>;
  cancelWhere: (matches: (schedule: Schedule) => boolean) => Promise<void>;
  /** Those that will still be shown. */
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
  // In order: whoever cancels and then creates finds exactly what they created.
  const inTurn = createSerialQueue();

  async function load(): Promise<Schedule[]> {
    const entries = await storage.entries(PREFIX);
    return entries.flatMap(([, text]) => (parseJson(text) as Schedule | undefined) ?? []);
  }

  const save = (schedule: Schedule) => storage.set(PREFIX + schedule.id, JSON.stringify(schedule));

  /** Arms the soonest and takes out what is not wanted any more. */
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

  /** Shows what is due, at most once each, and forgets what has no more occurrences. */
  async function settle(): Promise<void> {
    for (const schedule of await load()) {
      const due = lastDue(schedule, now());
      if (due === undefined) continue;
      const isLost = !schedule.armedAt.includes(due) && now() - due <= GRACE_MS;
      // Kept before it is shown: whatever happens now, it is not shown twice.
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
    // Repeats begin with the first time from now on, however long ago the time of day was picked.
    doneUntil: repeatType ? Math.max(now, at - 1) : 0,
    armedAt: [],
  };
}

/** A name that is known on this device alone, so chance does: React Native has no `crypto` by itself. */
function idOnDevice(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
