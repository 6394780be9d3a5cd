import { type PushNotification, type ReceivedPush, fieldsOf, isText } from '@host/contracts';

import { pickTexts } from '../guards.ts';
import { miniAppCategory } from '../miniAppCategory.ts';
import type { RemoteMessage } from '../PushPlatform.types.ts';
import { readApp } from '../readApp.ts';

/** Where the gateway has what a message is made of. */
const PARTS = {
  title: 'title',
  body: 'body',
  imageUrl: 'image',
  tag: 'tag',
  channelId: 'android_channel_id',
  category: 'click_action',
} satisfies Record<string, keyof PushNotification>;

/** The message in a push of the gateway. What is no text in it is left out. */
export function readMessage(push: ReceivedPush): RemoteMessage {
  const { id, sentAt, notification, data, app } = push;
  const at = isText(sentAt) ? Date.parse(sentAt) : NaN;
  const from = readApp(app);
  const { category, ...parts } = pickTexts(fieldsOf(notification) ?? {}, PARTS);
  return {
    id,
    data: Object.fromEntries(
      Object.entries(fieldsOf(data) ?? {}).filter((pair): pair is [string, string] =>
        isText(pair[1]),
      ),
    ),
    ...parts,
    ...from,
    ...(category !== undefined && {
      category: from.app ? miniAppCategory(from.app.id, category) : category,
    }),
    ...(at === at && { sentAt: at }),
    isShown: false,
  };
}
