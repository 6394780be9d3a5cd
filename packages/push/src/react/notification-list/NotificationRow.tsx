import type { Notification } from '@host/contracts';
import { Avatar, Icon, IconButton, ListItem, Text, useTheme } from '@host/kit';
import { useRef, useState } from 'react';
import { Animated, PanResponder, View } from 'react-native';

import { timeName } from './groupByDay.ts';

export interface NotificationRowProps {
  notification: Notification;
  onPress: ((notification: Notification) => void) | undefined;
  onDelete: ((notification: Notification) => void) | undefined;
  words: { unread: string; delete: string; from: string };
  locale: string | undefined;
}

const SWIPE_STARTS = 16;
const SWIPE_DELETES = 96;

/** One notification: a button that opens it, and one that deletes it, or a swipe on a touch screen. */
export function NotificationRow(props: NotificationRowProps) {
  const { notification, onPress, onDelete, words, locale } = props;
  const { colors } = useTheme();
  const isUnread = notification.readAt === undefined;
  const title = notification.title ?? notification.body ?? '';
  const text = notification.title === undefined ? undefined : notification.body;
  const { app } = notification;
  // The sender comes first: the rest is the mini-app's own text.
  const sender = app && `${words.from} ${app.name}`;
  const subtitle = [sender, text].filter(Boolean).join(' · ') || undefined;
  const time = timeName(new Date(notification.receivedAt), locale);
  const remove = useRef(onDelete);
  remove.current = onDelete;
  const latest = useRef(notification);
  latest.current = notification;
  const [offset] = useState(() => new Animated.Value(0));
  const isSwiping = useRef(false);
  const [swipe] = useState(() => {
    const goBack = () => {
      Animated.timing(offset, { toValue: 0, duration: 150, useNativeDriver: false }).start();
      // A browser also fires a click at the end of a swipe, a moment later.
      setTimeout(() => (isSwiping.current = false));
    };
    return PanResponder.create({
      // Only horizontal swipes: vertical ones scroll the list.
      onMoveShouldSetPanResponder: (_, { dx, dy }) =>
        remove.current !== undefined &&
        Math.abs(dx) > SWIPE_STARTS &&
        Math.abs(dx) > 2 * Math.abs(dy),
      onPanResponderGrant: () => void (isSwiping.current = true),
      onPanResponderMove: (_, { dx }) => offset.setValue(dx),
      onPanResponderRelease: (_, { dx }) => {
        goBack();
        if (Math.abs(dx) > SWIPE_DELETES) remove.current?.(latest.current);
      },
      onPanResponderTerminate: goBack,
    });
  });

  return (
    <Animated.View
      {...swipe.panHandlers}
      style={{
        flexDirection: 'row',
        alignItems: 'stretch',
        backgroundColor: colors.surface,
        transform: [{ translateX: offset }],
      }}
    >
      <View style={{ flex: 1 }}>
        <ListItem
          title={title}
          {...(subtitle !== undefined && { subtitle })}
          {...(onPress && { onPress: () => !isSwiping.current && onPress(notification) })}
          leading={
            app ? (
              <Avatar name={app.name} uri={app.icon} size="small" />
            ) : (
              <Icon
                name={isUnread ? 'bell' : 'check'}
                size={20}
                color={isUnread ? colors.primary : colors.control}
              />
            )
          }
          trailing={
            <Text variant="caption" style={{ color: isUnread ? colors.primary : colors.textMuted }}>
              {isUnread ? `${words.unread} · ${time}` : time}
            </Text>
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
    </Animated.View>
  );
}
