import type { LocalNotificationOptions } from './LocalNotification.ts';

/** The reason why a host refuses a push request of a mini-app. */
export interface PushRefusal {
  code: 'too-many' | 'unknown-category' | 'time-is-past';
  message: string;
}

const MAX_PENDING = 20;
const MAX_CATEGORIES = 10;
/** Tolerance for times in the past: the request itself takes time. */
const JUST_NOW_MS = 60 * 1000;

/** Why a mini-app may not add a category to those that it has; undefined if it may. */
export function refuseCategory(id: string, existing: readonly string[]): PushRefusal | undefined {
  if (existing.includes(id) || existing.length < MAX_CATEGORIES) return undefined;
  return {
    code: 'too-many',
    message: `A mini-app has ${MAX_CATEGORIES} categories at most, and this one has them already.`,
  };
}

/** Why a mini-app may not schedule another notification, given how many are pending; undefined if it may. */
export function refuseScheduling(
  { category }: { category?: string | undefined },
  {
    categories,
    pending,
    mostPending = MAX_PENDING,
  }: { categories: readonly string[]; pending: number; mostPending?: number },
): PushRefusal | undefined {
  if (category !== undefined && !categories.includes(category)) {
    return {
      code: 'unknown-category',
      message: `There is no category "${category}": call createCategory first.`,
    };
  }
  if (pending < mostPending) return undefined;
  return {
    code: 'too-many',
    message: `A mini-app has ${mostPending} notifications pending at most: cancel some first.`,
  };
}

/** Why a notification cannot be scheduled for a time (in milliseconds) that has passed and does not repeat; undefined if it can. */
export function refusePast(
  at: number,
  repeatType: LocalNotificationOptions['repeatType'],
  now: number,
): string | undefined {
  if (repeatType || at >= now - JUST_NOW_MS) return undefined;
  return 'scheduledAt is past: give a later one.';
}
