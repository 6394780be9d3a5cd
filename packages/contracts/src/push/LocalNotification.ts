import * as z from 'zod/mini';

import { POINT_IN_TIME, isPointInTime } from '../common/pointInTime.ts';

// A predicate instead of a union of schemas, at a tenth of the size: every client ships it.
const scheduledAt = z.custom<Date | string | number>(isPointInTime, `a time is ${POINT_IN_TIME}`);

/** The options for scheduling a local notification, which is shown once unless `repeatType` is set. */
export const LocalNotificationOptions = z.strictObject({
  title: z.string(),
  body: z.string(),
  data: z.optional(z.record(z.string(), z.unknown())),
  scheduledAt,
  repeatType: z.optional(z.enum(['day', 'week'])),
  category: z.optional(z.string().check(z.minLength(1))),
  /** The Android channel, for the host's own notifications; by default `default` (addition). */
  channelId: z.optional(z.string().check(z.minLength(1))),
});
export type LocalNotificationOptions = z.infer<typeof LocalNotificationOptions>;

/** An action button of a notification. */
export const CategoryAction = z.strictObject({
  id: z.string().check(z.minLength(1)),
  title: z.string().check(z.minLength(1)),
  destructive: z.optional(z.boolean()),
});
export type CategoryAction = z.infer<typeof CategoryAction>;

/** The argument of `createCategory` in a mini-app. */
export const MiniAppCategory = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  actions: z.array(CategoryAction).check(
    z.minLength(1),
    z.maxLength(4),
    z.refine(
      (actions) => new Set(actions.map(({ id }) => id)).size === actions.length,
      'Two actions have the same id.',
    ),
  ),
});
