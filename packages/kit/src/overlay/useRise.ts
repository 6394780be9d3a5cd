import { useEffect, useRef } from 'react';
import { Animated, Easing, Platform } from 'react-native';

import { useReducedMotion } from '../platform/useReducedMotion.ts';

/** Animates an element up to its place when it opens, unless the person prefers reduced motion. */
export function useRise(isOpen: boolean, distance: number): Animated.Value {
  const translateY = useRef(new Animated.Value(0)).current;
  const isReduced = useReducedMotion();
  useEffect(() => {
    if (!isOpen || isReduced) return undefined;
    translateY.setValue(distance);
    const rise = Animated.timing(translateY, {
      toValue: 0,
      duration: 260,
      easing: Easing.out(Easing.cubic),
      useNativeDriver: Platform.OS !== 'web',
    });
    rise.start();
    return () => {
      rise.stop();
      translateY.setValue(0);
    };
  }, [distance, isOpen, isReduced, translateY]);
  return translateY;
}
