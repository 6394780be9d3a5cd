import { useEffect, useRef } from 'react';
import { Animated, type DimensionValue, Easing, Platform } from 'react-native';

import { useReducedMotion } from '../platform/useReducedMotion.ts';
import { useTheme } from '../theme/useTheme.ts';

/** The props of {@link Skeleton}. */
export interface SkeletonProps {
  width?: DimensionValue;
  height?: number;
  /** Fully rounded, like an avatar. */
  round?: boolean;
}

const HALF_MS = 700;

/**
 * A placeholder for loading content. Screen readers skip it, so announce the loading separately.
 *
 * @example
 * <Skeleton width="60%" height={16} />
 */
export function Skeleton({ width = '100%', height = 16, round = false }: SkeletonProps) {
  const { colors, radii } = useTheme();
  const opacity = usePulse();
  return (
    <Animated.View
      aria-hidden
      style={{
        width,
        height,
        opacity,
        borderRadius: round ? radii.full : Math.min(radii.small, height / 2),
        backgroundColor: colors.border,
      }}
    />
  );
}

function usePulse(): Animated.Value {
  const opacity = useRef(new Animated.Value(1)).current;
  const isReduced = useReducedMotion();
  useEffect(() => {
    if (isReduced) return undefined;
    const fadeTo = (toValue: number) =>
      Animated.timing(opacity, {
        toValue,
        duration: HALF_MS,
        easing: Easing.inOut(Easing.ease),
        useNativeDriver: Platform.OS !== 'web',
      });
    const pulse = Animated.loop(Animated.sequence([fadeTo(0.45), fadeTo(1)]));
    pulse.start();
    return () => {
      pulse.stop();
      opacity.setValue(1);
    };
  }, [isReduced, opacity]);
  return opacity;
}
