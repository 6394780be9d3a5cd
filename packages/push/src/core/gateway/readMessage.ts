import { type PushNotification, type ReceivedPush, fieldsOf, isText } from '@host/contracts';

import { pickTexts } from '../guards.ts';
import { miniAppCategory } from '../miniAppCategory.ts';
import type { RemoteMessage } from '../PushPlatform.types.ts';
import { readApp } from '../readApp.ts';

/** The message in a push of the gateway. Fields that are not strings are left out. */
export function readMessage(push: ReceivedPush): RemoteMessage {
  const { id, sentAt, notification, data, app } = push;
  const at = isText(sentAt) ? Date.parse(sentAt) : NaN;
  const from = readApp(app);
  const values = fieldsOf(data) ?? {};
  const given: { readonly [Name in keyof PushNotification]?: unknown } =
    fieldsOf(notification) ?? {};
  const { category, ...parts } = pickTexts(
    {
      ...given,
      imageUrl: given.image,
      channelId: given.android_channel_id,
      category: given.click_action,
    },
    ['title', 'body', 'imageUrl', 'tag', 'channelId', 'category'],
  );
  return {
    id,
    data: pickTexts(values, Object.keys(values)) as Record<string, string>,
    ...parts,
    ...from,
    ...(category !== undefined && {
      category: from.app ? miniAppCategory(from.app.id, category) : category,
    }),
    ...(at === at && { sentAt: at }),
    isShown: false,
  };
}
