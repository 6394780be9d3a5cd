import * as z from 'zod/mini';

import { Notification } from './Notification.ts';

/** A page of a person's notifications, newest first, and the total number of unread ones. */
export const InboxPage = z.object({
  items: z.array(Notification),
  nextCursor: z.optional(z.string()),
  unreadCount: z.int(),
});
export type InboxPage = z.infer<typeof InboxPage>;

/** The number of unread notifications of a person. */
export const UnreadCount = z.object({ unreadCount: z.int() });
export type UnreadCount = z.infer<typeof UnreadCount>;
