import { useSyncExternalStore } from 'react';
import { I18nManager, Platform, useColorScheme } from 'react-native';

import type { Direction } from './Theme.types.ts';

/** The appearance settings of the device or browser. The same object until something changes. */
export interface DeviceLook {
  isDark: boolean;
  textScale: number;
  direction: Direction;
}

/** Follows the settings of the device. */
export function useDeviceLook(): DeviceLook {
  const isDark = useColorScheme() === 'dark';
  const textScale = useSyncExternalStore(subscribeToResize, browserTextScale, () => 1);
  return lookOf(isDark, textScale, direction());
}

const looks = new Map<string, DeviceLook>();

function lookOf(isDark: boolean, textScale: number, writing: Direction): DeviceLook {
  const key = `${isDark} ${textScale} ${writing}`;
  const known = looks.get(key);
  if (known) return known;
  const look = { isDark, textScale, direction: writing };
  // Text sizes are arbitrary, so the cache is bounded.
  if (looks.size >= 16) looks.clear();
  looks.set(key, look);
  return look;
}

// A browser's text size setting changes the font size of the root element, but not sizes in pixels.
function browserTextScale(): number {
  if (Platform.OS !== 'web' || typeof document === 'undefined') return 1;
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size > 0 ? size / 16 : 1;
}

function subscribeToResize(listener: () => void): () => void {
  if (Platform.OS !== 'web' || typeof window === 'undefined') return () => {};
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

function direction(): Direction {
  if (Platform.OS !== 'web') return I18nManager.isRTL ? 'rtl' : 'ltr';
  if (typeof document === 'undefined') return 'ltr';
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
}
