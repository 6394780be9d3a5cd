import { createObservable } from '@host/contracts';
import { useSyncExternalStore } from 'react';
import { AccessibilityInfo } from 'react-native';

// Until the device has answered nothing moves: that is never wrong.
const isReduced = createObservable(true);
let isWatched = false;

/**
 * Whether the person asked the device for less motion.
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
