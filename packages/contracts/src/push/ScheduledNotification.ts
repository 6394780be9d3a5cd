import * as z from 'zod/mini';

import { NotificationApp } from './NotificationApp.ts';

/** The identifier that a device gives a notification that it schedules for itself. */
export const ScheduledId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9@._-]{1,100}$/, 'an id is made of letters, digits and @ . _ -'));

/** A notification that the gateway sends to a device at a time that the device chose. */
export const ScheduledNotification = z.strictObject({
  sendAt: z.iso.datetime({ offset: true }),
  title: z.string(),
  body: z.string(),
  data: z.optional(z.record(z.string(), z.unknown())),
  category: z.optional(z.string()),
  /** The mini-app that scheduled it, as the device knows it from the registry. */
  app: z.optional(NotificationApp),
});
export type ScheduledNotification = z.infer<typeof ScheduledNotification>;

/** The pending scheduled notifications of a device, the soonest first. */
export const ScheduledNotifications = z.object({
  scheduled: z.array(z.object({ id: z.string(), sendAt: z.string() })),
});
export type ScheduledNotifications = z.infer<typeof ScheduledNotifications>;
