import * as z from 'zod/mini';

import { Notification } from './Notification.ts';

/** A page of a person's notifications, the newest first, and how many are unread in all. */
export const InboxPage = z.object({
  items: z.array(Notification),
  nextCursor: z.optional(z.string()),
  unreadCount: z.int(),
});
export type InboxPage = z.infer<typeof InboxPage>;

/** How many notifications of a person are unread. */
export const UnreadCount = z.object({ unreadCount: z.int() });
export type UnreadCount = z.infer<typeof UnreadCount>;
