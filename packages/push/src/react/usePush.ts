import { useSyncExternalStore } from 'react';

import type { PermissionStatus } from '../core/PushPlatform.types.ts';
import { useCurrentPush } from './PushContext.ts';

/** The result of {@link usePush}. */
export interface PushState {
  isPermissionGranted: boolean;
  /** Asks the person; call it after a user action. Resolves to whether they allow it. */
  requestPermission: () => Promise<boolean>;
  /** The device push token, once the permission is granted; it is registered at the server automatically. */
  token: string | undefined;
  /** `not-determined` before the person was asked; only then asking shows a prompt (addition). */
  permission: PermissionStatus;
}

/**
 * The permission and the device's token.
 *
 * @example
 * const { isPermissionGranted, requestPermission } = usePush();
 * return isPermissionGranted ? null : <Button title="Tell me when it ships" onPress={requestPermission} />;
 */
export function usePush(): PushState {
  const push = useCurrentPush();
  const { permission, token } = useSyncExternalStore(
    push.device.subscribe,
    push.device.get,
    push.device.get,
  );
  const { requestPermission } = push;
  return { isPermissionGranted: permission === 'granted', requestPermission, token, permission };
}
