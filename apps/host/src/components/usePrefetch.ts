import type { CatalogEntry } from '@host/contracts';
import { useIsFocused } from '@react-navigation/native';
import { useEffect } from 'react';
import { Platform } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';

/** About as many as are visible without scrolling. */
const MAX_PREFETCHED = 6;
/** A delay, so that what the screen itself needs (icons, for example) loads first. */
const AFTERWARDS_MS = 500;

/** Prefetches the visible mini-apps, unless the person wants to save data. */
export function usePrefetch(apps: readonly CatalogEntry[] | undefined): void {
  const { host, isOnline } = useServices();
  const connected = useStore(isOnline);
  const isFocused = useIsFocused();
  const shown = (apps ?? [])
    .slice(0, MAX_PREFETCHED)
    .map(({ appId }) => appId)
    .join(' ');
  useEffect(() => {
    // After a tap, prefetching the others would only slow down the one that is opening.
    if (shown === '' || !isFocused || !connected || !isWelcome()) return undefined;
    const timer = setTimeout(() => void host.prefetch(shown.split(' ')), AFTERWARDS_MS);
    return () => clearTimeout(timer);
  }, [host, connected, isFocused, shown]);
}

// Not on devices: whole archives would be downloaded for mini-apps that may never be opened.
function isWelcome(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return Platform.OS === 'web' && connection?.saveData !== true;
}
