import type { Notification } from '@host/contracts';

import { NOTIFICATION_TEXTS } from './gateway/answers.ts';
import { pickTexts } from './guards.ts';
import type { RemoteMessage, ShownNotification } from './PushPlatform.types.ts';

/** Converts a received or displayed notification for the notification center. */
export function notificationOf(given: RemoteMessage | ShownNotification, at: number): Notification {
  const { id, data, app } = given;
  const texts = pickTexts({ ...given, appId: app?.id ?? data['appId'] }, NOTIFICATION_TEXTS);
  const receivedAt = new Date(at).toISOString();
  const copy = { ...data };
  // The data of a local notification can contain anything, but a link has to be a string.
  if (typeof copy['deepLink'] !== 'string') delete copy['deepLink'];
  return { id, data: copy, ...texts, ...(app && { app }), receivedAt };
}

/** The displayed notification of a message. */
export function shownOf(message: RemoteMessage): ShownNotification {
  const { isShown: _, isPast: __, sentAt: ___, title = '', body = '', ...rest } = message;
  return { ...rest, title, body };
}
