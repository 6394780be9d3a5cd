import type { Notification } from '@host/contracts';
import { EmptyState, List, Text, useTheme } from '@host/kit';
import { useMemo } from 'react';
import { View } from 'react-native';

import { dayName, groupByDay } from './groupByDay.ts';
import { NotificationRow } from './NotificationRow.tsx';

/** The words of {@link NotificationList}, for hosts that speak another language. */
export interface NotificationListWords {
  label: string;
  today: string;
  yesterday: string;
  unread: string;
  delete: string;
  emptyTitle: string;
  emptyMessage: string;
}

/** The props of {@link NotificationList}. */
export interface NotificationListProps {
  /** The newest first, as `useNotifications` gives them. */
  notifications: readonly Notification[];
  onPress?: (notification: Notification) => void;
  /** With it every notification can be deleted: by its button, or by a swipe. */
  onDelete?: (notification: Notification) => void;
  /** Words other than the English ones (addition). */
  words?: Partial<NotificationListWords>;
  /** The language of dates; the device's where it is left out (addition). */
  locale?: string;
}

const ENGLISH: NotificationListWords = {
  label: 'Notifications',
  today: 'Today',
  yesterday: 'Yesterday',
  unread: 'New',
  delete: 'Delete',
  emptyTitle: 'No notifications',
  emptyMessage: 'What happens while you are away shows up here.',
};

/**
 * The notification center's list: by day, drawing only the rows that can be seen.
 *
 * @example
 * const { notifications, markAsRead, deleteNotification } = useNotifications();
 * <NotificationList
 *   notifications={notifications}
 *   onPress={({ id }) => markAsRead(id)}
 *   onDelete={({ id }) => deleteNotification(id)}
 * />
 */
export function NotificationList({
  notifications,
  onPress,
  onDelete,
  words: given,
  locale,
}: NotificationListProps) {
  const { space } = useTheme();
  const words = { ...ENGLISH, ...given };
  const rows = useMemo(() => groupByDay(notifications), [notifications]);
  const now = new Date();
  return (
    <List
      label={words.label}
      items={rows}
      keyOf={({ key }) => key}
      empty={<EmptyState icon="bell" title={words.emptyTitle} message={words.emptyMessage} />}
      renderItem={(row) =>
        row.kind === 'day' ? (
          <View
            style={{ paddingHorizontal: space(4), paddingTop: space(4), paddingBottom: space(2) }}
          >
            <Text variant="heading">{dayName(row.date, now, words, locale)}</Text>
          </View>
        ) : (
          <NotificationRow
            notification={row.notification}
            onPress={onPress}
            onDelete={onDelete}
            words={words}
          />
        )
      }
    />
  );
}
