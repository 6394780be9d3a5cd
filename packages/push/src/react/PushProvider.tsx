import type { Notification } from '@host/contracts';
import { type ReactNode, useEffect, useRef } from 'react';

import type { Push } from '../core/Push.types.ts';
import { requirePush } from '../app/appPush.ts';
import { PushContext, useFoundPush } from './PushContext.ts';
import { canStartByItself, startByItself } from './startByItself.ts';

/** The props of {@link PushProvider}. */
export interface PushProviderProps {
  children?: ReactNode;
  /** A notification arrived while the app is in the foreground. */
  onNotificationReceived?: (notification: Notification) => void;
  /** Somebody opened a notification while the app was in the background. */
  onNotificationOpened?: (notification: Notification) => void;
  /** The app was started by opening a notification. */
  onInitialNotification?: (notification: Notification) => void;
  /** Somebody tapped a button of a notification, whatever the state of the app. */
  onNotificationAction?: (actionId: string, notification: Notification) => void;
  /** Replaces the app's push, for tests. */
  push?: Push;
}

/**
 * Wraps the host app and reports events of notifications. Everything is reported exactly once, including events from before
 * it was mounted. Links of opened notifications are passed to `DeepLinkRouter` automatically.
 *
 * In a browser nothing else is needed: if `startPush` was not called, it starts push at the gateway of the server that the
 * page comes from, and renders its children once that is ready.
 *
 * @example
 * <PushProvider onNotificationReceived={({ title = 'News' }) => toast.show(title)} onNotificationAction={answerOrder}>
 *   <App />
 * </PushProvider>
 */
export function PushProvider({ children, push: given, ...callbacks }: PushProviderProps) {
  const push = useStartedPush(given);
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  // Only for existing callbacks: other events wait for a listener.
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
    if (!push) return undefined;
    const endings = [
      hears && push.on('received', (each) => latest.current.onNotificationReceived?.(each)),
      seesOpened && push.on('opened', (each) => latest.current.onNotificationOpened?.(each)),
      seesInitial && push.on('initial', (each) => latest.current.onInitialNotification?.(each)),
      acts && push.on('action', (id, each) => latest.current.onNotificationAction?.(id, each)),
    ];
    return () => endings.forEach((end) => end && end());
  }, [push, hears, seesOpened, seesInitial, acts]);

  return push && <PushContext value={push}>{children}</PushContext>;
}

/** The existing push, or one that is started automatically. */
function useStartedPush(given: Push | undefined): Push | undefined {
  const found = useFoundPush(given);
  const startsItself = found === undefined && canStartByItself();
  useEffect(() => {
    if (startsItself) void startByItself();
  }, [startsItself]);
  return found ?? (startsItself ? undefined : requirePush());
}
