import type { Observable } from '@host/miniapp-sdk/host';
import { useEffect } from 'react';
import { Platform } from 'react-native';

import { useStore } from '../common/useStore.ts';
import { withCount } from '../text/withCount.ts';

/** Keeps the unread count in the page title up to date. */
export function useTitleCount(unreadCount: Observable<number>): void {
  const count = useStore(unreadCount);
  useEffect(() => {
    if (Platform.OS === 'web') document.title = withCount(document.title, count);
  }, [count]);
}
