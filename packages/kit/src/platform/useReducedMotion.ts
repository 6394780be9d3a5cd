import { createObservable } from '@host/contracts';
import { useSyncExternalStore } from 'react';
import { AccessibilityInfo } from 'react-native';

// Reduced until the device has answered, which is the safe default.
const isReduced = createObservable(true);
let isWatched = false;

/**
 * Whether the person prefers reduced motion.
 *
 * @example
 * const duration = useReducedMotion() ? 0 : 200;
 */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, isReduced.get, isReduced.get);
}

function subscribe(listener: () => void): () => void {
  watchDevice();
  return isReduced.subscribe(listener);
}

function watchDevice(): void {
  if (isWatched) return;
  isWatched = true;
  AccessibilityInfo.addEventListener('reduceMotionChanged', isReduced.set);
  AccessibilityInfo.isReduceMotionEnabled().then(isReduced.set, () => {});
}
