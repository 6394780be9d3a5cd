import * as z from 'zod/mini';

// Milliseconds passed this in 1973; a smaller number is a time in seconds.
const SMALLEST_MILLISECONDS = 1e11;

// One predicate instead of a union of schemas: it is what every client ships, and it costs a tenth of the bytes.
const scheduledAt = z.custom<Date | string | number>(
  isPointInTime,
  'a time is a Date, an ISO 8601 text with zone, or milliseconds (not seconds) since 1970',
);

const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function isPointInTime(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value === 'string') {
    // 30 February is read as 2 March by some engines and refused by others.
    const isInCalendar = new Date(value.slice(0, 10)).getUTCDate() === Number(value.slice(8, 10));
    return ISO_WITH_ZONE.test(value) && isInCalendar && !Number.isNaN(Date.parse(value));
  }
  return typeof value === 'number' && value >= SMALLEST_MILLISECONDS && value <= 8.64e15;
}

/** What `schedule` of a local notification takes. Without `repeatType` it is shown once. */
export const LocalNotificationOptions = z.strictObject({
  title: z.string(),
  body: z.string(),
  data: z.optional(z.record(z.string(), z.unknown())),
  scheduledAt,
  repeatType: z.optional(z.enum(['day', 'week'])),
  category: z.optional(z.string().check(z.minLength(1))),
});
export type LocalNotificationOptions = z.infer<typeof LocalNotificationOptions>;

/** A button below a notification. */
export const CategoryAction = z.strictObject({
  id: z.string().check(z.minLength(1)),
  title: z.string().check(z.minLength(1)),
  destructive: z.optional(z.boolean()),
});
export type CategoryAction = z.infer<typeof CategoryAction>;
