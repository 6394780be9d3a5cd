import type { Notification } from '@host/contracts';
import { type ReactNode, useEffect, useRef } from 'react';

import type { Push } from '../core/createPush.ts';
import { PushContext, useCurrentPush } from './PushContext.ts';

/** The props of {@link PushProvider}. */
export interface PushProviderProps {
  children?: ReactNode;
  /** A notification arrived while the app is in the foreground. */
  onNotificationReceived?: (notification: Notification) => void;
  /** Somebody opened a notification while the app was in the background. */
  onNotificationOpened?: (notification: Notification) => void;
  /** The app was started by opening a notification. */
  onInitialNotification?: (notification: Notification) => void;
  /** Somebody tapped a button of a notification, in whatever state the app was. */
  onNotificationAction?: (actionId: string, notification: Notification) => void;
  /** Another push than the app's, as tests have. */
  push?: Push;
}

/**
 * Wraps the host app and tells it what happens to notifications. Everything is told once, also what happened before this
 * was mounted. Links of opened notifications go to `DeepLinkRouter` by themselves.
 *
 * @example
 * <PushProvider onNotificationReceived={({ title = 'News' }) => toast.show(title)} onNotificationAction={answerOrder}>
 *   <App />
 * </PushProvider>
 */
export function PushProvider({ children, push: given, ...callbacks }: PushProviderProps) {
  const push = useCurrentPush(given);
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  // Only for what there is a callback for: what nobody listens to waits for who does.
  const { onNotificationReceived, onNotificationOpened } = callbacks;
  const { onInitialNotification, onNotificationAction } = callbacks;
  const [hears, seesOpened] = [
    onNotificationReceived !== undefined,
    onNotificationOpened !== undefined,
  ];
  const [seesInitial, acts] = [
    onInitialNotification !== undefined,
    onNotificationAction !== undefined,
  ];
  useEffect(() => {
    const endings = [
      hears && push.on('received', (each) => latest.current.onNotificationReceived?.(each)),
      seesOpened && push.on('opened', (each) => latest.current.onNotificationOpened?.(each)),
      seesInitial && push.on('initial', (each) => latest.current.onInitialNotification?.(each)),
      acts && push.on('action', (id, each) => latest.current.onNotificationAction?.(id, each)),
    ];
    return () => endings.forEach((end) => end && end());
  }, [push, hears, seesOpened, seesInitial, acts]);

  return <PushContext value={push}>{children}</PushContext>;
}
