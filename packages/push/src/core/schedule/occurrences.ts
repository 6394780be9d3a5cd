import type { Alarm, ShownNotification } from '../PushPlatform.types.ts';
import type { Schedule } from './Schedule.types.ts';
import { nextWallTime } from './wallTime.ts';

/** How many times of a repeating one are armed ahead at most: it goes on that long without the app being started. */
const MAX_AHEAD = 60;

/** The first occurrence after a time, or undefined when there is none any more. */
export function nextOccurrence(schedule: Schedule, after: number): number | undefined {
  if (!schedule.repeat) return schedule.at > after ? schedule.at : undefined;
  const { type, wall } = schedule.repeat;
  return nextWallTime(wall, type, Math.max(after, schedule.at - 1));
}

/** The last occurrence that is due and neither shown nor given up. */
export function lastDue(schedule: Schedule, now: number): number | undefined {
  let due: number | undefined;
  // Longer ago than any grace period nobody wants to know.
  const from = Math.max(schedule.doneUntil, now - 8 * 24 * 60 * 60 * 1000);
  // One without repeats is decided by whether it was done, however long ago it was due.
  let next = nextOccurrence(schedule, schedule.repeat ? from : schedule.doneUntil);
  while (next !== undefined && next <= now) {
    due = next;
    next = nextOccurrence(schedule, next);
  }
  return due;
}

/**
 * Chooses what is armed where only so many can be: the first occurrence of every schedule, the soonest first, and with
 * what is left the following ones of those that repeat.
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

/** The alarm of one occurrence. Its id is the same whoever makes it, so that it is shown once whoever shows it. */
export function alarmOf(schedule: Schedule, at: number): Alarm {
  const { data = {}, ...content } = schedule.content;
  const id = alarmIdOf(schedule, at);
  // It was read from JSON, which knows no undefined.
  return { id, at, notification: { ...content, data, id } as ShownNotification };
}

export function alarmIdOf({ id }: Schedule, at: number): string {
  return `${id}@${at}`;
}
