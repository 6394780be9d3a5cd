import type { Alarm, ShownNotification } from '../PushPlatform.types.ts';
import type { Schedule } from './Schedule.types.ts';
import { nextWallTime } from './wallTime.ts';

/** The most occurrences of a repeating notification that are armed ahead, which lasts until the app has to be started again. */
const MAX_AHEAD = 60;

/** The first occurrence after a time; undefined if there are no more. */
export function nextOccurrence(schedule: Schedule, after: number): number | undefined {
  if (!schedule.repeat) return schedule.at > after ? schedule.at : undefined;
  const { type, wall } = schedule.repeat;
  return nextWallTime(wall, type, Math.max(after, schedule.at - 1));
}

/** The last due occurrence that was neither shown nor skipped. */
export function lastDue(schedule: Schedule, now: number): number | undefined {
  let due: number | undefined;
  // Occurrences before any grace period need not be considered.
  const from = Math.max(schedule.doneUntil, now - 8 * 24 * 60 * 60 * 1000);
  // A single occurrence counts, however long ago it was due, unless it is done.
  let next = nextOccurrence(schedule, schedule.repeat ? from : schedule.doneUntil);
  while (next !== undefined && next <= now) {
    due = next;
    next = nextOccurrence(schedule, next);
  }
  return due;
}

/**
 * Chooses which alarms to arm within the capacity: the first occurrence of every schedule, the soonest first, then further
 * ones of those that repeat.
 */
export function chooseAlarms(
  schedules: readonly Schedule[],
  now: number,
  capacity: number,
  mostAhead = MAX_AHEAD,
): Alarm[] {
  const firsts: Alarm[] = [];
  const following: Alarm[] = [];
  for (const schedule of schedules) {
    let at = nextOccurrence(schedule, Math.max(now, schedule.doneUntil));
    for (let index = 0; at !== undefined && index < mostAhead; index++) {
      (index === 0 ? firsts : following).push(alarmOf(schedule, at));
      at = schedule.repeat && nextOccurrence(schedule, at);
    }
  }
  const soonest = (a: Alarm, b: Alarm) => a.at - b.at;
  return [...firsts.toSorted(soonest), ...following.toSorted(soonest)].slice(0, capacity);
}

/** The alarm of one occurrence. Its id is deterministic, so that it is displayed only once. */
export function alarmOf(schedule: Schedule, at: number): Alarm {
  const { data = {}, ...content } = schedule.content;
  const id = alarmIdOf(schedule, at);
  // It was parsed from JSON, which has no undefined.
  return { id, at, notification: { ...content, data, id } as ShownNotification };
}

export function alarmIdOf({ id }: Schedule, at: number): string {
  return `${id}@${at}`;
}
