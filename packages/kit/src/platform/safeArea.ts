import { createObservable } from '@host/contracts';
import { useSyncExternalStore } from 'react';
import { Platform } from 'react-native';

/** What rounded corners, notches and the home indicator take from each edge, in points. */
export interface SafeArea {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const NONE: SafeArea = { top: 0, right: 0, bottom: 0, left: 0 };
const safeArea = createObservable<SafeArea | undefined>(undefined);

/**
 * Tells screens, headers and sheets which edges of the display the host does not cover with its own. A browser knows the
 * edges itself, and needs it only where the host covers some.
 *
 * @example
 * setHostSafeArea({ top: 0, right: 0, bottom: 34, left: 0 });
 */
export function setHostSafeArea(area: SafeArea): void {
  safeArea.set(area);
}

/** A distance that leaves room for what the device has at that edge. */
export function useSafeEdges(): (edge: keyof SafeArea, distance?: number) => number {
  const area = useSyncExternalStore(safeArea.subscribe, safeArea.get, safeArea.get);
  return (edge, distance = 0) => {
    // React Native types lengths as numbers; in a browser they may be any CSS.
    if (Platform.OS === 'web' && !area) {
      return `calc(${distance}px + env(safe-area-inset-${edge}, 0px))` as unknown as number;
    }
    return distance + (area ?? NONE)[edge];
  };
}
