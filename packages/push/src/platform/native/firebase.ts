import { MESSAGE_ID_KEY, NOTIFICATION_APP_KEY } from '@host/contracts';
import {
  type RemoteMessage as FirebaseMessage,
  getInitialNotification,
  getMessaging,
  getToken,
  onMessage,
  onNotificationOpenedApp,
  onTokenRefresh,
  setBackgroundMessageHandler,
} from '@react-native-firebase/messaging';

import type { RemoteMessage } from '../../core/PushPlatform.types.ts';
import { fromApp } from './fromApp.ts';
import type { RemotePush } from './RemotePush.types.ts';

/**
 * Remote push by Firebase. Create it at the start of the app's script, outside of components: the system runs the script
 * headless when a message arrives in the background.
 *
 * @example
 * const platform = createNativePlatform({ storage, remote: createFirebaseRemote() });
 */
export function createFirebaseRemote(): RemotePush {
  const messaging = getMessaging();
  const listeners = new Set<(message: RemoteMessage) => void>();
  let waiting: RemoteMessage[] = [];

  // The system has already displayed it, if there was something to display.
  setBackgroundMessageHandler(messaging, async (given) => {
    const message = messageOf(given, given.notification !== undefined);
    if (listeners.size === 0) waiting = [...waiting, message].slice(-100);
    else listeners.forEach((tell) => tell(message));
  });

  return {
    token: () => getToken(messaging),
    onToken: (listener) => onTokenRefresh(messaging, listener),
    onMessage(listener) {
      listeners.add(listener);
      const stop = onMessage(messaging, (given) => listener(messageOf(given, false)));
      for (const message of waiting.splice(0)) listener(message);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    onOpened: (listener) =>
      onNotificationOpenedApp(messaging, (given) => listener(messageOf(given, true))),
    async initial() {
      const given = await getInitialNotification(messaging);
      return given ? messageOf(given, true) : undefined;
    },
  };
}

function messageOf(given: FirebaseMessage, isShown: boolean): RemoteMessage {
  const { notification, data = {}, category, sentTime } = given;
  const { [MESSAGE_ID_KEY]: ours, [NOTIFICATION_APP_KEY]: _, ...rest } = data;
  const texts = Object.entries(rest).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const { title, body, android } = notification ?? {};
  const imageUrl = android?.imageUrl;
  const { tag } = (android ?? {}) as { tag?: string };
  const channelId = android?.channelId;
  const categoryId = category ?? android?.clickAction;
  return {
    id: typeof ours === 'string' ? ours : (given.messageId ?? ''),
    data: Object.fromEntries(texts),
    ...(body !== undefined && { body }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(tag !== undefined && { tag }),
    ...(channelId !== undefined && { channelId }),
    ...(categoryId !== undefined && { category: categoryId }),
    ...fromApp(data, title),
    ...(typeof sentTime === 'number' && { sentAt: sentTime }),
    isShown,
  };
}
