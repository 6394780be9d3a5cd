import { createObservable } from '@host/contracts';
import { useSyncExternalStore } from 'react';
import { Platform } from 'react-native';

/** The insets of rounded corners, notches and the home indicator at each edge, in points. */
export interface SafeArea {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const NONE: SafeArea = { top: 0, right: 0, bottom: 0, left: 0 };
const safeArea = createObservable<SafeArea | undefined>(undefined);

/**
 * Sets the safe area insets for screens, headers and sheets, at the edges that the host does not cover itself. In a browser
 * it is only needed if the host covers some of them.
 *
 * @example
 * setHostSafeArea({ top: 0, right: 0, bottom: 34, left: 0 });
 */
export function setHostSafeArea(area: SafeArea): void {
  safeArea.set(area);
}

/** Returns a distance from an edge that respects the safe area. */
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
