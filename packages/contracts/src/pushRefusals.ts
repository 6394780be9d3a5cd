import type { LocalNotificationOptions } from './LocalNotification.ts';

/** Why a host does not take what a mini-app asks of its push. */
export interface PushRefusal {
  code: 'too-many' | 'unknown-category' | 'time-is-past';
  message: string;
}

const MAX_PENDING = 20;
const MAX_CATEGORIES = 10;
/** A time that has just passed, by the time that it took to ask. */
const JUST_NOW_MS = 60 * 1000;

/** What keeps a mini-app from having another category, beside these that it has. */
export function refuseCategory(id: string, existing: readonly string[]): PushRefusal | undefined {
  if (existing.includes(id) || existing.length < MAX_CATEGORIES) return undefined;
  return {
    code: 'too-many',
    message: `A mini-app has ${MAX_CATEGORIES} categories at most, and this one has them already.`,
  };
}

/** What keeps a mini-app from scheduling another notification, beside so many that are pending. */
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

/** What keeps a notification from being scheduled for a time in milliseconds: that it has passed, and does not come again. */
export function refusePast(
  at: number,
  repeatType: LocalNotificationOptions['repeatType'],
  now: number,
): string | undefined {
  if (repeatType || at >= now - JUST_NOW_MS) return undefined;
  return 'scheduledAt is past: give a later one.';
}
