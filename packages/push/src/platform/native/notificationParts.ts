import type { CategoryAction } from '@host/contracts';
import type { Notification } from 'react-native-notify-kit';

import type { RemoteMessage, ShownNotification } from '../PushPlatform.types.ts';

/** The channel of notifications that name none; Android shows nothing without one. */
export const DEFAULT_CHANNEL = 'default';

/** The id of the press on the notification itself. */
export const PRESS = 'default';

/** The key under which the gateway sends a message's id, so that one that comes by two ways is one. */
export const MESSAGE_ID_KEY = 'host_message_id';

/** A notification as the library shows it. */
export function nativeNotification(
  shown: ShownNotification,
  actions: readonly CategoryAction[] = [],
): Notification {
  const { id, tag, title, body, category, channelId = DEFAULT_CHANNEL } = shown;
  return {
    // The same id replaces on both systems.
    id: tag ?? id,
    title,
    body,
    // As one text: iOS takes texts alone, and data may be anything.
    data: { shown: JSON.stringify(shown) },
    android: {
      channelId,
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
  const { [MESSAGE_ID_KEY]: messageId, ...rest } = data ?? {};
  const knownId = typeof messageId === 'string' ? messageId : (id ?? '');
  return { id: knownId, title: title ?? '', body: body ?? '', data: rest };
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
