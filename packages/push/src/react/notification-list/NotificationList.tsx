import type { Notification } from '@host/contracts';
import { EmptyState, Text, useTheme } from '@host/kit';
import { useHostLanguage, useMessages } from '@host/kit/messages';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { FlatList, View } from 'react-native';

import { createGrouping, dayName } from './groupByDay.ts';
import { NOTIFICATIONS } from '../../messages/notificationMessages.ts';
import { NotificationRow as PlainRow } from './NotificationRow.tsx';

/** The texts of {@link NotificationList}. */
export interface NotificationListWords {
  label: string;
  today: string;
  yesterday: string;
  unread: string;
  delete: string;
  /** Before the name of the mini-app that one comes from. */
  from: string;
  emptyTitle: string;
  emptyMessage: string;
}

/** The props of {@link NotificationList}. */
export interface NotificationListProps {
  /** The newest first, as `useNotifications` returns them. */
  notifications: readonly Notification[];
  onPress?: (notification: Notification) => void;
  /** Enables deleting notifications, by a button or a swipe. */
  onDelete?: (notification: Notification) => void;
  /** Texts that override those of the host's language (addition). */
  words?: Partial<NotificationListWords>;
  /** The language of dates; by default the host's, or the device's (addition). */
  locale?: string;
}

/** Only rendered again if its notification changes, since a host may pass new functions at every render. */
const NotificationRow = memo(PlainRow);

/** Few rows per batch, but often: each batch fits into a display frame, so scrolling stays smooth. */
const PACE = {
  initialNumToRender: 12,
  maxToRenderPerBatch: 3,
  updateCellsBatchingPeriod: 16,
  windowSize: 5,
};

/**
 * The virtualized list of the notification center, grouped by day.
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
  locale: givenLocale,
}: NotificationListProps) {
  const { space } = useTheme();
  const t = useMessages(NOTIFICATIONS);
  const words = useMemo(() => ({ ...wordsOf(t), ...given }), [t, given]);
  const language = useHostLanguage();
  const locale = givenLocale ?? language?.locale;
  const [group] = useState(createGrouping);
  const rows = useMemo(() => group(notifications), [group, notifications]);
  const latest = useRef({ onPress, onDelete });
  useEffect(() => {
    latest.current = { onPress, onDelete };
  });
  const [press] = useState(() => (each: Notification) => latest.current.onPress?.(each));
  const [remove] = useState(() => (each: Notification) => latest.current.onDelete?.(each));
  const now = new Date();
  return (
    <FlatList
      data={rows}
      keyExtractor={({ key }) => key}
      aria-label={words.label}
      role="group"
      tabIndex={0}
      contentContainerStyle={rows.length === 0 && { flexGrow: 1 }}
      ListEmptyComponent={
        <EmptyState icon="bell" title={words.emptyTitle} message={words.emptyMessage} />
      }
      {...PACE}
      renderItem={({ item: row }) =>
        row.kind === 'day' ? (
          <View
            style={{ paddingHorizontal: space(4), paddingTop: space(4), paddingBottom: space(2) }}
          >
            <Text variant="heading">{dayName(row.date, now, words, locale)}</Text>
          </View>
        ) : (
          <NotificationRow
            notification={row.notification}
            onPress={onPress && press}
            onDelete={onDelete && remove}
            words={words}
            locale={locale}
          />
        )
      }
    />
  );
}

function wordsOf(t: (word: keyof NotificationListWords) => string): NotificationListWords {
  const words = Object.keys(NOTIFICATIONS.texts) as (keyof NotificationListWords)[];
  return Object.fromEntries(
    words.map((word) => [word, t(word)]),
  ) as unknown as NotificationListWords;
}
