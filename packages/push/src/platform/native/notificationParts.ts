import {
  type CategoryAction,
  MESSAGE_ID_KEY,
  NOTIFICATION_APP_KEY,
  titleWithApp,
} from '@host/contracts';
import type { Notification } from 'react-native-notify-kit';

import type { RemoteMessage, ShownNotification } from '../../core/PushPlatform.types.ts';
import { fromApp } from './fromApp.ts';

/** The default channel; Android shows no notifications without one. */
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
    // As one string: iOS only accepts strings, and the data can contain anything.
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
 * The source of a displayed notification. For one that the app did not create, such as a push that iOS displayed, it is
 * derived from what is visible.
 */
export function shownOf({ id, title, body, data }: Notification): ShownNotification {
  const text = data?.['shown'];
  if (typeof text === 'string') {
    try {
      return JSON.parse(text) as ShownNotification;
    } catch {
      // Not one of ours.
    }
  }
  const { [MESSAGE_ID_KEY]: messageId, [NOTIFICATION_APP_KEY]: _, ...rest } = data ?? {};
  const knownId = typeof messageId === 'string' ? messageId : (id ?? '');
  return { id: knownId, body: body ?? '', data: rest, title: '', ...fromApp(data ?? {}, title) };
}

/** Converts a notification that the system displayed to a received message. */
export function messageOfShown(shown: ShownNotification): RemoteMessage {
  // Data of scheduled notifications can contain more than strings, but is passed on unchanged.
  return { ...shown, data: shown.data as Record<string, string>, isShown: true };
}

/** Converts a tapped message to its notification. */
export function shownOfMessage(message: RemoteMessage): ShownNotification {
  const { isShown: _, sentAt: __, title = '', body = '', ...rest } = message;
  return { ...rest, title, body };
}
