import { useEffect } from 'react';
import { AccessibilityInfo, Animated, Platform } from 'react-native';

import { Text } from '../components/Text.tsx';
import { Icon } from '../icon/Icon.tsx';
import { useRise } from '../overlay/useRise.ts';
import { Touchable } from '../platform/Touchable.tsx';
import { webProps } from '../platform/webProps.ts';
import { useTheme } from '../theme/useTheme.ts';
import type { ToastQueue } from './createToastQueue.ts';
import type { ToastEntry } from './ToastQueue.types.ts';

/** A message above the rest, in inverted colours. */
export function Toast({ toast, queue }: { toast: ToastEntry; queue: ToastQueue }) {
  const { colors, radii, space } = useTheme();
  const translateY = useRise(true, 24);
  const { message, tone, action } = toast;
  // ios has no live regions.
  useEffect(() => {
    if (Platform.OS === 'ios') AccessibilityInfo.announceForAccessibility(message);
  }, [message]);
  return (
    <Animated.View
      {...webProps({
        onMouseEnter: queue.pause,
        onMouseLeave: queue.resume,
        onFocus: queue.pause,
        onBlur: queue.resume,
      })}
      onTouchStart={queue.pause}
      onTouchEnd={queue.resume}
      onTouchCancel={queue.resume}
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(3),
        maxWidth: 480,
        minHeight: 48,
        paddingStart: space(4),
        paddingEnd: space(action ? 1.5 : 4),
        paddingVertical: space(1.5),
        borderRadius: radii.medium,
        backgroundColor: colors.text,
        boxShadow: '0px 6px 20px rgba(0, 0, 0, 0.22)',
        transform: [{ translateY }],
      }}
    >
      {tone === 'success' || tone === 'danger' ? (
        <Icon name={tone === 'success' ? 'success' : 'error'} size={20} color={colors.background} />
      ) : null}
      <Text style={{ flexShrink: 1, color: colors.background }}>{message}</Text>
      {action ? (
        <Touchable
          role="button"
          aria-label={action.title}
          onPress={() => {
            queue.dismiss();
            action.onPress();
          }}
          style={({ isPressed, isHovered }) => ({
            minHeight: 44,
            justifyContent: 'center',
            paddingHorizontal: space(3),
            borderRadius: radii.small,
            opacity: isPressed || isHovered ? 0.8 : 1,
          })}
        >
          <Text
            variant="label"
            style={{ color: colors.background, textDecorationLine: 'underline' }}
          >
            {action.title}
          </Text>
        </Touchable>
      ) : null}
    </Animated.View>
  );
}
