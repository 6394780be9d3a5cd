// Milliseconds passed this in 1973; a smaller number is a time in seconds.
const SMALLEST_MILLISECONDS = 1e11;
const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** What a time has to be, for messages. */
export const POINT_IN_TIME =
  'a time is a Date, an ISO 8601 text with zone, or milliseconds (not seconds) since 1970';

/** Whether a value is a point in time: a Date, a text with zone, or milliseconds; seconds are none. */
export function isPointInTime(value: unknown): value is Date | string | number {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value === 'string') {
    // 30 February is read as 2 March by some engines and refused by others.
    const isInCalendar = new Date(value.slice(0, 10)).getUTCDate() === Number(value.slice(8, 10));
    return ISO_WITH_ZONE.test(value) && isInCalendar && !Number.isNaN(Date.parse(value));
  }
  return typeof value === 'number' && value >= SMALLEST_MILLISECONDS && value <= 8.64e15;
}
