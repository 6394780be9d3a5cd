import { MESSAGE_ID_KEY, NOTIFICATION_APP_KEY, type PushNotification } from '@host/contracts';

import { shownTitle } from '../shownTitle.ts';
import type { OutgoingMessage } from '../Transport.types.ts';

export const MAX_APNS_BYTES = 4096;

/** The payload of a message for APNs. */
export interface ApnsPayload {
  body: string;
  bytes: number;
  pushType: 'alert' | 'background';
}

/** Renders the payload; the message's id is left out if the payload would be too large with it. */
export function apnsPayload(message: OutgoingMessage): ApnsPayload {
  const { aps, pushType } = apsOf(message);
  const image = message.notification?.image;
  const extra = image === undefined ? {} : { fcm_options: { image } };
  const from = message.app ? { [NOTIFICATION_APP_KEY]: JSON.stringify(message.app) } : {};
  const render = (id: Record<string, string>) => {
    const body = JSON.stringify({ ...message.data, ...from, ...id, ...extra, aps });
    return { body, bytes: Buffer.byteLength(body), pushType } as const;
  };
  const whole = render({ [MESSAGE_ID_KEY]: message.id });
  return whole.bytes > MAX_APNS_BYTES ? render({}) : whole;
}

/** The `aps` dictionary, and whether it shows, sounds or badges anything. Undefined fields are left out of the JSON. */
export function apsOf(message: OutgoingMessage): {
  aps: Record<string, unknown>;
  pushType: 'alert' | 'background';
} {
  const { notification, contentAvailable, mutableContent } = message;
  const badge = badgeOf(notification);
  const alert = alertOf(message);
  // An extension of the app fetches the image, and iOS only runs it for mutable content.
  const isMutable = mutableContent || notification?.image !== undefined;
  const isAlert = alert !== undefined || badge !== undefined || notification?.sound !== undefined;
  const aps = {
    alert,
    badge,
    sound: notification?.sound,
    category: notification?.click_action,
    'thread-id': message.app?.id,
    // Without it, a push that shows nothing would not wake the app.
    'content-available': contentAvailable || !isAlert ? 1 : undefined,
    'mutable-content': isMutable ? 1 : undefined,
  };
  return { aps, pushType: isAlert ? 'alert' : 'background' };
}

/** The badge as a number: the new value, never an increment. */
export function badgeOf(notification: PushNotification | undefined): number | undefined {
  const text = notification?.badge ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function alertOf(message: OutgoingMessage): object | undefined {
  const { notification } = message;
  if (!notification) return undefined;
  const title = shownTitle(message);
  const { subtitle, body, title_loc_key: titleKey, body_loc_key: bodyKey } = notification;
  if ((title ?? subtitle ?? body ?? titleKey ?? bodyKey) === undefined) return undefined;
  return {
    title,
    subtitle,
    body,
    'title-loc-key': titleKey,
    'title-loc-args': notification.title_loc_args,
    'loc-key': bodyKey,
    'loc-args': notification.body_loc_args,
  };
}
