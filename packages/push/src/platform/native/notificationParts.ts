import {
  type CategoryAction,
  MESSAGE_ID_KEY,
  NOTIFICATION_APP_KEY,
  titleWithApp,
} from '@host/contracts';
import type { Notification } from 'react-native-notify-kit';

import type { RemoteMessage, ShownNotification } from '../../core/PushPlatform.types.ts';
import { fromApp } from './fromApp.ts';

/** The channel of notifications that name none; Android shows nothing without one. */
export const DEFAULT_CHANNEL = 'default';

/** The id of the press on the notification itself. */
export const PRESS = 'default';

/** A notification as the library shows it. */
export function nativeNotification(
  shown: ShownNotification,
  actions: readonly CategoryAction[] = [],
): Notification {
  const { id, tag, title, body, category, app, channelId = DEFAULT_CHANNEL } = shown;
  return {
    // The same id replaces on both systems.
    id: tag ?? id,
    title: app ? titleWithApp(app.name, title) : title,
    body,
    // As one text: iOS takes texts alone, and data may be anything.
    data: { shown: JSON.stringify(shown) },
    android: {
      channelId,
      ...(app?.icon !== undefined && { largeIcon: app.icon }),
      pressAction: { id: PRESS, launchActivity: PRESS },
      actions: actions.map((action) => ({
        title: action.title,
        pressAction: { id: action.id, launchActivity: PRESS },
      })),
    },
    ios: { ...(category !== undefined && { categoryId: category }) },
  };
}

/**
 * What a notification on the screen was made of. One that the app did not make, such as a push that iOS has shown, is what
 * can be seen of it.
 */
export function shownOf({ id, title, body, data }: Notification): ShownNotification {
  const text = data?.['shown'];
  if (typeof text === 'string') {
    try {
      return JSON.parse(text) as ShownNotification;
    } catch {
      // Not one of ours after all.
    }
  }
  const { [MESSAGE_ID_KEY]: messageId, [NOTIFICATION_APP_KEY]: _, ...rest } = data ?? {};
  const knownId = typeof messageId === 'string' ? messageId : (id ?? '');
  return { id: knownId, body: body ?? '', data: rest, title: '', ...fromApp(data ?? {}, title) };
}

/** A notification that the system has shown, as a message that arrived. */
export function messageOfShown(shown: ShownNotification): RemoteMessage {
  // What the app scheduled may hold more than texts; nobody changes it on the way.
  return { ...shown, data: shown.data as Record<string, string>, isShown: true };
}

/** A message that was tapped, as the notification that it was. */
export function shownOfMessage(message: RemoteMessage): ShownNotification {
  const { isShown: _, sentAt: __, title = '', body = '', ...rest } = message;
  return { ...rest, title, body };
}
