import { isText } from './guards.ts';

// In milliseconds, this was in 1973; a smaller number is a time in seconds.
const SMALLEST_MILLISECONDS = 1e11;
const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** What a point in time must look like, for error messages. */
export const POINT_IN_TIME =
  'a Date, an ISO 8601 text with zone, or milliseconds (not seconds) since 1970';

/** Whether a value is a point in time: a Date, a string with a time zone, or milliseconds, but not seconds. */
export function isPointInTime(value: unknown): value is Date | string | number {
  const isOfItsKind = isText(value)
    ? ISO_WITH_ZONE.test(value) && isInCalendar(value)
    : value instanceof Date || (typeof value === 'number' && value >= SMALLEST_MILLISECONDS);
  return isOfItsKind && !Number.isNaN(+new Date(value as Date));
}

/** 30 February is read as 2 March by some engines and refused by others. */
function isInCalendar(text: string): boolean {
  return new Date(text.slice(0, 10)).getUTCDate() === +text.slice(8, 10);
}
