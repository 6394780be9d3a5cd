import type { Notification } from '@host/contracts';
import { Icon, IconButton, ListItem, useTheme } from '@host/kit';
import { useRef } from 'react';
import { PanResponder, View } from 'react-native';

export interface NotificationRowProps {
  notification: Notification;
  onPress: ((notification: Notification) => void) | undefined;
  onDelete: ((notification: Notification) => void) | undefined;
  words: { unread: string; delete: string };
}

const SWIPE_STARTS = 16;
const SWIPE_DELETES = 96;

/** One notification: a button that opens it, and one that deletes it, for which a swipe stands in on a touch screen. */
export function NotificationRow({ notification, onPress, onDelete, words }: NotificationRowProps) {
  const { colors } = useTheme();
  const isUnread = notification.readAt === undefined;
  const title = notification.title ?? notification.body ?? '';
  const subtitle = notification.title === undefined ? undefined : notification.body;
  const remove = useRef(onDelete);
  remove.current = onDelete;
  const latest = useRef(notification);
  latest.current = notification;
  const swipe = useRef(
    PanResponder.create({
      // Sideways alone: up and down is the list's.
      onMoveShouldSetPanResponder: (_, { dx, dy }) =>
        remove.current !== undefined &&
        Math.abs(dx) > SWIPE_STARTS &&
        Math.abs(dx) > 2 * Math.abs(dy),
      onPanResponderRelease: (_, { dx }) => {
        if (Math.abs(dx) > SWIPE_DELETES) remove.current?.(latest.current);
      },
    }),
  ).current;

  return (
    <View
      {...swipe.panHandlers}
      style={{ flexDirection: 'row', alignItems: 'stretch', backgroundColor: colors.surface }}
    >
      <View style={{ flex: 1 }}>
        <ListItem
          title={isUnread ? `${words.unread}: ${title}` : title}
          {...(subtitle !== undefined && { subtitle })}
          {...(onPress && { onPress: () => onPress(notification) })}
          leading={
            <Icon
              name={isUnread ? 'bell' : 'check'}
              size={20}
              color={isUnread ? colors.primary : colors.control}
            />
          }
        />
      </View>
      {onDelete ? (
        <View
          style={{ justifyContent: 'center', borderBottomWidth: 1, borderColor: colors.border }}
        >
          <IconButton
            icon="trash"
            label={`${words.delete}: ${title}`}
            onPress={() => onDelete(notification)}
          />
        </View>
      ) : null}
    </View>
  );
}
