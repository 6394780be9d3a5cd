import type { CatalogEntry } from '@host/contracts';
import { useIsFocused } from '@react-navigation/native';
import { useEffect } from 'react';
import { Platform } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';

/** What one sees without scrolling, more or less. */
const MOST = 6;
/** What the screen itself needs, icons for example, comes first. */
const AFTERWARDS_MS = 500;

/** Fetches the mini-apps that are shown ahead of a tap, unless the person wants to save data. */
export function usePrefetch(apps: readonly CatalogEntry[] | undefined): void {
  const { host, isOnline } = useServices();
  const connected = useStore(isOnline);
  const isFocused = useIsFocused();
  const shown = (apps ?? [])
    .slice(0, MOST)
    .map(({ appId }) => appId)
    .join(' ');
  useEffect(() => {
    // Whoever has tapped already waits for one of them, and not for the others.
    if (shown === '' || !isFocused || !connected || !isWelcome()) return undefined;
    const timer = setTimeout(() => void host.prefetch(shown.split(' ')), AFTERWARDS_MS);
    return () => clearTimeout(timer);
  }, [host, connected, isFocused, shown]);
}

// On devices it would be whole archives, which few want for something that they may never open.
function isWelcome(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return Platform.OS === 'web' && connection?.saveData !== true;
}
