import type { Notification } from '@host/contracts';
import { type ReactNode, useEffect, useRef } from 'react';

import type { Push } from '../core/Push.types.ts';
import { demandPush } from '../app/appPush.ts';
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
  /** Somebody tapped a button of a notification, in whatever state the app was. */
  onNotificationAction?: (actionId: string, notification: Notification) => void;
  /** Another push than the app's, as tests have. */
  push?: Push;
}

/**
 * Wraps the host app and tells it what happens to notifications. Everything is told once, also what happened before this
 * was mounted. Links of opened notifications go to `DeepLinkRouter` by themselves.
 *
 * In a browser it is enough by itself: where nobody called `startPush`, it starts push at the gateway of the server that the
 * page comes from, and shows its children once that is there, a moment later.
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

/** The push that there is, or that starts by itself in a moment. */
function useStartedPush(given: Push | undefined): Push | undefined {
  const found = useFoundPush(given);
  const startsItself = found === undefined && canStartByItself();
  useEffect(() => {
    if (startsItself) void startByItself();
  }, [startsItself]);
  return found ?? (startsItself ? undefined : demandPush());
}
