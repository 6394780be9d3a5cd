import { useSyncExternalStore } from 'react';

import type { NotificationsState } from '../core/notifications/createNotificationStore.ts';
import { useCurrentPush } from './PushContext.ts';

/** The result of {@link useNotifications}. */
export interface NotificationsApi extends NotificationsState {
  markAsRead: (id: string) => Promise<void>;
  markAllAsRead: () => Promise<void>;
  deleteNotification: (id: string) => Promise<void>;
}

/**
 * The notification center: the newest first, persistent, synced with the person's other devices.
 *
 * @example
 * const { notifications, unreadCount, markAllAsRead } = useNotifications();
 */
export function useNotifications(): NotificationsApi {
  const { center } = useCurrentPush();
  const { notifications, unreadCount } = useSyncExternalStore(
    center.subscribe,
    center.get,
    center.get,
  );
  const { markAsRead, markAllAsRead, deleteNotification } = center;
  return { notifications, unreadCount, markAsRead, markAllAsRead, deleteNotification };
}
