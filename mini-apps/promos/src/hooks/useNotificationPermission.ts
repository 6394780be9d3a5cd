import { useHostPush } from '@host/miniapp-sdk';
import { useCallback } from 'react';

/** Makes sure that notifications are allowed, asking the person if nobody has yet. */
export function useNotificationPermission(): () => Promise<boolean> {
  const { hasPermission, requestPermission } = useHostPush();
  return useCallback(
    async () => hasPermission || (await requestPermission()),
    [hasPermission, requestPermission],
  );
}
