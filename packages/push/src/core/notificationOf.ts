import type { Notification } from '@host/contracts';

import { NOTIFICATION_TEXTS } from './gateway/answers.ts';
import { pickTexts } from './guards.ts';
import type { RemoteMessage, ShownNotification } from './PushPlatform.types.ts';

/** What the center keeps of what arrived, or of what was shown. */
export function notificationOf(given: RemoteMessage | ShownNotification, at: number): Notification {
  const { id, data, app } = given;
  const texts = pickTexts({ ...given, appId: app?.id ?? data['appId'] }, NOTIFICATION_TEXTS);
  const receivedAt = new Date(at).toISOString();
  const copy = { ...data };
  // What a local notification was given may be anything; a link is a text.
  if (typeof copy['deepLink'] !== 'string') delete copy['deepLink'];
  return { id, data: copy, ...texts, ...(app && { app }), receivedAt };
}

/** What is shown of a message. */
export function shownOf(message: RemoteMessage): ShownNotification {
  const { isShown: _, isPast: __, sentAt: ___, title = '', body = '', ...rest } = message;
  return { ...rest, title, body };
}
