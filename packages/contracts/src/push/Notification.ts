import * as z from 'zod/mini';

import { NotificationApp } from './NotificationApp.ts';

/** The data that a sender attached to a notification. `deepLink` is what a tap opens. */
export type NotificationData = Record<string, unknown> & { deepLink?: string | undefined };

/** A notification, as clients handle it. */
export const Notification = z.object({
  id: z.string(),
  data: z.record(z.string(), z.unknown()),
  title: z.optional(z.string()),
  body: z.optional(z.string()),
  imageUrl: z.optional(z.string()),
  /** The mini-app that it came from. */
  appId: z.optional(z.string()),
  /** The same mini-app with its name and icon; absent if the host itself is the sender (addition). */
  app: z.optional(NotificationApp),
  /** The category whose buttons it has (addition). */
  category: z.optional(z.string()),
  receivedAt: z.string(),
  readAt: z.optional(z.string()),
});
export type Notification = Omit<z.infer<typeof Notification>, 'data'> & { data: NotificationData };
