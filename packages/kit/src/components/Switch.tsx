import { useEffect, useRef } from 'react';
import { Animated, Platform, View } from 'react-native';

import { Touchable } from '../platform/Touchable.tsx';
import { useReducedMotion } from '../platform/useReducedMotion.ts';
import { webProps } from '../platform/webProps.ts';
import { useTheme } from '../theme/useTheme.ts';
import { Text } from './Text.tsx';

/** The props of {@link Switch}. */
export interface SwitchProps {
  label: string;
  hint?: string;
  value: boolean;
  onValueChange: (value: boolean) => void;
  disabled?: boolean;
}

const TRACK = { width: 52, height: 32 };
const THUMB = 24;
const GAP = 4;

/**
 * A switch that takes effect at once; the whole row can be pressed.
 *
 * @example
 * <Switch label="Order updates" value={wantsUpdates} onValueChange={setWantsUpdates} />
 */
export function Switch({ label, hint, value, onValueChange, disabled = false }: SwitchProps) {
  const { space, radii } = useTheme();
  return (
    <Touchable
      role="switch"
      aria-label={hint === undefined ? label : `${label}, ${hint}`}
      aria-checked={value}
      aria-disabled={disabled}
      disabled={disabled}
      onPress={() => onValueChange(!value)}
      {...webProps({ onKeyDown: onSpace(() => onValueChange(!value)) })}
      style={() => ({
        minHeight: 48,
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(4),
        paddingVertical: space(2),
        borderRadius: radii.small,
      })}
    >
      <View style={{ flex: 1, gap: space(0.5) }}>
        <Text muted={disabled}>{label}</Text>
        {hint === undefined ? null : (
          <Text variant="caption" muted>
            {hint}
          </Text>
        )}
      </View>
      <Track value={value} disabled={disabled} />
    </Touchable>
  );
}

// react-native-web only handles the space bar on buttons.
function onSpace(press: () => void) {
  return (event: { key: string; repeat: boolean; preventDefault(): void }) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) press();
  };
}

function Track({ value, disabled }: { value: boolean; disabled: boolean }) {
  const { colors, radii, direction } = useTheme();
  const way = (TRACK.width - THUMB - 2 * GAP) * (direction === 'rtl' ? -1 : 1);
  const translateX = useSlide(value ? way : 0);
  return (
    <View
      style={{
        ...TRACK,
        justifyContent: 'center',
        paddingHorizontal: GAP - 2,
        borderRadius: radii.full,
        borderWidth: 2,
        borderColor: disabled ? colors.border : value ? colors.primary : colors.control,
        backgroundColor: disabled ? colors.surfaceActive : value ? colors.primary : 'transparent',
      }}
    >
      <Animated.View
        style={{
          width: THUMB,
          height: THUMB,
          borderRadius: radii.full,
          backgroundColor: value && !disabled ? colors.onPrimary : colors.control,
          transform: [{ translateX }],
        }}
      />
    </View>
  );
}

function useSlide(target: number): Animated.Value {
  const position = useRef(new Animated.Value(target)).current;
  const isReduced = useReducedMotion();
  useEffect(() => {
    const slide = Animated.timing(position, {
      toValue: target,
      duration: isReduced ? 0 : 160,
      useNativeDriver: Platform.OS !== 'web',
    });
    slide.start();
    return () => slide.stop();
  }, [isReduced, position, target]);
  return position;
}
