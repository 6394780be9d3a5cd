import type { CategoryAction, Notification } from '@host/push';
import { Button, IconButton, Text, useReducedMotion, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useEffect, useRef, useState } from 'react';
import { AccessibilityInfo, Animated, Platform, Pressable, View } from 'react-native';

import { AppIcon } from '../AppIcon.tsx';
import { useLayout } from '../useLayout.ts';
import { IconDisc } from './IconDisc.tsx';
import { PUSH } from '../../messages/push.ts';

interface BannerProps {
  notification: Notification;
  actions: readonly CategoryAction[];
  onOpen: () => void;
  onAction: (actionId: string) => void;
  onClose: () => void;
}

const STAYS_MS = 8000;
const WIDTH = 400;

/** A notification in the foreground. It closes after a while, but not while it is hovered or has the focus. */
export function Banner({ notification, actions, onOpen, onAction, onClose }: BannerProps) {
  const { colors, radii, space } = useTheme();
  const { isWide } = useLayout();
  const t = useMessages(PUSH);
  const { title, body, app } = notification;
  const sender = app && t('from', { name: app.name });
  const [isHeld, setHeld] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => close.current(), STAYS_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  // iOS has no live regions.
  const words = [sender, title, body].filter(Boolean).join('. ');
  useEffect(() => {
    if (Platform.OS === 'ios') AccessibilityInfo.announceForAccessibility(words);
  }, [words]);

  return (
    <Animated.View
      {...holding(setHeld, onClose)}
      onTouchStart={() => setHeld(true)}
      onTouchEnd={() => setHeld(false)}
      onTouchCancel={() => setHeld(false)}
      style={{
        width: '100%',
        maxWidth: isWide ? WIDTH : 640,
        padding: space(3),
        gap: space(2),
        borderRadius: radii.large,
        borderWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surfaceRaised,
        boxShadow: '0 12px 32px rgba(10, 20, 30, 0.24)',
        transform: [{ translateY: useDrop() }],
      }}
    >
      <View style={{ flexDirection: 'row', alignItems: 'flex-start', gap: space(1) }}>
        <Pressable
          role="button"
          onPress={onOpen}
          style={({ pressed, hovered }: { pressed: boolean; hovered?: boolean }) => ({
            flex: 1,
            minHeight: 44,
            flexDirection: 'row',
            alignItems: 'center',
            gap: space(3),
            padding: space(1),
            borderRadius: radii.medium,
            backgroundColor: pressed || hovered ? colors.surfaceActive : 'transparent',
          })}
        >
          {app ? (
            <AppIcon name={app.name} uri={app.icon} size={36} />
          ) : (
            <IconDisc icon="bell" size={36} />
          )}
          <View style={{ flex: 1, gap: space(0.5) }}>
            {app ? (
              <Text variant="caption" muted numberOfLines={1}>
                {sender}
              </Text>
            ) : null}
            {title === undefined ? null : (
              <Text variant="label" numberOfLines={2}>
                {title}
              </Text>
            )}
            {body === undefined ? null : (
              <Text variant="caption" muted numberOfLines={3}>
                {body}
              </Text>
            )}
          </View>
        </Pressable>
        <IconButton icon="close" label={t('dismiss')} onPress={onClose} color={colors.textMuted} />
      </View>
      {actions.length === 0 ? null : (
        <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space(2) }}>
          {actions.map((action) => (
            <Button
              key={action.id}
              title={action.title}
              variant={action.destructive ? 'plain' : 'secondary'}
              size="small"
              onPress={() => onAction(action.id)}
            />
          ))}
        </View>
      )}
    </Animated.View>
  );
}

/** Browsers only: hovering or focus keeps the banner open, and Escape closes it. */
function holding(setHeld: (isHeld: boolean) => void, onClose: () => void): object {
  if (Platform.OS !== 'web') return {};
  return {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
    onKeyDown: ({ key }: { key: string }) => key === 'Escape' && onClose(),
  };
}

function useDrop(): Animated.Value {
  const isReduced = useReducedMotion();
  const position = useRef(new Animated.Value(isReduced ? 0 : -24)).current;
  useEffect(() => {
    const drop = Animated.timing(position, {
      toValue: 0,
      duration: isReduced ? 0 : 200,
      useNativeDriver: Platform.OS !== 'web',
    });
    drop.start();
    return () => drop.stop();
  }, [isReduced, position]);
  return position;
}
