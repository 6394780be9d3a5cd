import { LIMITS } from '@host/contracts';

import { apnsHeaders } from '../apns/apnsHeaders.ts';
import { apsOf, badgeOf } from '../apns/apnsPayload.ts';
import { MESSAGE_ID_KEY } from '../messageId.ts';
import type { OutgoingMessage } from '../Transport.types.ts';
import { webPushHeaders } from '../webpush/webPushHeaders.ts';

type Json = Record<string, unknown>;

/**
 * A message of the HTTP v1 API without its token. The legacy protocol had one set of fields; v1 has one per platform. What is
 * undefined JSON leaves out.
 */
export function fcmMessage(message: OutgoingMessage, now: number): Json {
  const { notification: shown } = message;
  const data = dataOf(message);
  return {
    ...(shown && {
      notification: { title: shown.title, body: shown.body, image: shown.image },
    }),
    ...(Object.keys(data).length > 0 && { data }),
    android: androidOf(message),
    apns: apnsOf(message, now),
    webpush: webPushOf(message),
  };
}

function androidOf(message: OutgoingMessage): Json {
  const { notification: shown } = message;
  return {
    collapse_key: message.collapseKey,
    priority: message.priority === 'high' ? 'HIGH' : 'NORMAL',
    ttl: `${message.remainingSeconds}s`,
    restricted_package_name: message.restrictedPackageName,
    notification: shown && {
      icon: shown.icon,
      color: shown.color,
      sound: shown.sound,
      tag: shown.tag,
      click_action: shown.click_action,
      channel_id: shown.android_channel_id,
      title_loc_key: shown.title_loc_key,
      title_loc_args: shown.title_loc_args,
      body_loc_key: shown.body_loc_key,
      body_loc_args: shown.body_loc_args,
      notification_count: badgeOf(shown),
    },
  };
}

function apnsOf(message: OutgoingMessage, now: number): Json {
  const { aps, pushType } = apsOf(message);
  const image = message.notification?.image;
  return {
    headers: apnsHeaders(message, pushType, now),
    payload: { aps },
    ...(image !== undefined && { fcm_options: { image } }),
  };
}

function webPushOf(message: OutgoingMessage): Json {
  const { notification: shown } = message;
  const link = shown?.click_action;
  return {
    headers: webPushHeaders(message),
    ...(shown &&
      (shown.icon !== undefined || shown.tag !== undefined) && {
        notification: { icon: shown.icon, tag: shown.tag },
      }),
    // The API takes no other addresses; elsewhere a click action is the name of an activity or a category.
    ...(link?.startsWith('https://') && { fcm_options: { link } }),
  };
}

/** The data with the message's id, which is left out where it is what makes the message too large. */
function dataOf({ id, data, notification }: OutgoingMessage): Readonly<Record<string, string>> {
  const withId = { ...data, [MESSAGE_ID_KEY]: id };
  const bytes = bytesOf(withId) + (notification ? bytesOf(notification) : 0);
  return bytes > LIMITS.tokenPayloadBytes ? { ...data } : withId;
}

function bytesOf(fields: object): number {
  let bytes = 0;
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) bytes += Buffer.byteLength(key) + Buffer.byteLength(String(value));
  }
  return bytes;
}
