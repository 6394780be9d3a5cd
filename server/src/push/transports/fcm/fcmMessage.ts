import { LIMITS, MESSAGE_ID_KEY, NOTIFICATION_APP_KEY } from '@host/contracts';

import { apnsHeaders } from '../apns/apnsHeaders.ts';
import { apsOf, badgeOf } from '../apns/apnsPayload.ts';
import { shownTitle } from '../shownTitle.ts';
import type { FcmPlatform, OutgoingMessage } from '../Transport.types.ts';
import { webPushHeaders } from '../webpush/webPushHeaders.ts';

type Json = Record<string, unknown>;

/**
 * A message of the HTTP v1 API without its token. The legacy protocol had one set of fields; v1 has one per platform. JSON
 * leaves out undefined fields, which is cheaper than leaving them out here.
 *
 * @param platform the device's platform; if it is unknown, the message has the fields for all of them
 */
export function fcmMessage(
  message: OutgoingMessage,
  now: number,
  platform: FcmPlatform | undefined,
): Json {
  const { notification: shown } = message;
  const isFor = (each: FcmPlatform) => platform === undefined || platform === each;
  return {
    notification: shown && {
      title: shownTitle(message),
      body: shown.body,
      image: shown.image,
    },
    data: dataOf(message),
    android: isFor('android') ? androidOf(message) : undefined,
    apns: isFor('ios') ? apnsOf(message, now) : undefined,
    webpush: isFor('web') ? webPushOf(message) : undefined,
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
      // A tap would start an activity of that name, and hosts have none for mini-apps.
      click_action: message.app ? undefined : shown.click_action,
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
    fcm_options: image === undefined ? undefined : { image },
  };
}

function webPushOf(message: OutgoingMessage): Json {
  const { notification: shown } = message;
  const isShown = shown?.icon !== undefined || shown?.tag !== undefined;
  const link = shown?.click_action;
  return {
    headers: webPushHeaders(message),
    notification: isShown ? { icon: shown.icon, tag: shown.tag } : undefined,
    // The API accepts only https here; on other platforms a click action is the name of an activity or a category.
    fcm_options: link?.startsWith('https://') ? { link } : undefined,
  };
}

/** The data with the message's id, which is left out if the message would be too large with it. */
function dataOf({
  id,
  data: given = {},
  notification = {},
  app,
}: OutgoingMessage): Readonly<Record<string, string>> | undefined {
  const data = app ? { ...given, [NOTIFICATION_APP_KEY]: JSON.stringify(app) } : given;
  const size = (measure: Measure) =>
    measure(MESSAGE_ID_KEY) + measure(id) + sizeOf(data, measure) + sizeOf(notification, measure);
  const mostCharacters = LIMITS.tokenPayloadBytes / MAX_BYTES_OF_CHARACTER;
  // Nearly every message is far below the limit: counting characters is cheaper than bytes.
  const fits = size(charactersOf) <= mostCharacters || size(bytesOf) <= LIMITS.tokenPayloadBytes;
  return fits ? { ...data, [MESSAGE_ID_KEY]: id } : data;
}

const MAX_BYTES_OF_CHARACTER = 3;
type Measure = (text: string) => number;
const charactersOf: Measure = ({ length }) => length;
const bytesOf: Measure = (text) => Buffer.byteLength(text);

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

function sizeOf(fields: Fields, measure: Measure): number {
  let size = 0;
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) size += measure(key) + measure(String(value));
  }
  return size;
}
