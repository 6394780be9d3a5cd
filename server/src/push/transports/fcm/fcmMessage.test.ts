import { describe, expect, it } from 'vitest';

import { V1Request } from '../../../testing/push-services/V1Message.ts';
import type { FcmPlatform, OutgoingMessage } from '../Transport.types.ts';
import { fcmMessage } from './fcmMessage.ts';

/** As it goes out. */
const sent = (message: OutgoingMessage, platform?: FcmPlatform) =>
  JSON.parse(JSON.stringify(fcmMessage(message, NOW, platform))) as Record<string, unknown>;

const NOW = 1_000_000;
const BASE: OutgoingMessage = { id: 'message-1', priority: 'normal', remainingSeconds: 60 };
const EVERYTHING: OutgoingMessage = {
  id: 'message-1',
  priority: 'high',
  remainingSeconds: 60,
  collapseKey: 'order',
  contentAvailable: true,
  mutableContent: true,
  restrictedPackageName: 'com.acme.host',
  data: { orderId: '1' },
  notification: {
    title: 'Shipped',
    body: 'On its way',
    sound: 'bell',
    badge: '3',
    icon: 'box',
    image: 'https://cdn.example/a.png',
    tag: 'order-1',
    color: '#aabbcc',
    click_action: 'https://host.example/orders/1',
    subtitle: 'Order 1',
    android_channel_id: 'orders',
    title_loc_key: 'T',
    body_loc_key: 'B',
    title_loc_args: ['a'],
    body_loc_args: ['b'],
  },
};

describe('a legacy message in the HTTP v1 API', () => {
  it('of a mini-app says so in the title that the system shows, and in the data', () => {
    const app = { id: 'com.acme.orders', name: 'Orders' };
    const { notification, data, android } = sent({ ...EVERYTHING, app }) as {
      notification: object;
      data: object;
      android: { notification: object };
    };
    expect(notification).toMatchObject({ title: 'Orders: Shipped' });
    expect(data).toMatchObject({ 'host.app': JSON.stringify(app) });
    expect(android.notification).not.toHaveProperty('click_action');
    const silent = sent({ ...BASE, notification: { body: 'On its way' }, app });
    expect(silent['notification']).toEqual({ title: 'Orders', body: 'On its way' });
  });

  it('keeps every field, for each platform in its own form', () => {
    expect(sent(EVERYTHING)).toEqual({
      notification: {
        title: 'Shipped',
        body: 'On its way',
        image: 'https://cdn.example/a.png',
      },
      data: { orderId: '1', host_message_id: 'message-1' },
      android: {
        collapse_key: 'order',
        priority: 'HIGH',
        ttl: '60s',
        restricted_package_name: 'com.acme.host',
        notification: {
          icon: 'box',
          color: '#aabbcc',
          sound: 'bell',
          tag: 'order-1',
          click_action: 'https://host.example/orders/1',
          channel_id: 'orders',
          title_loc_key: 'T',
          title_loc_args: ['a'],
          body_loc_key: 'B',
          body_loc_args: ['b'],
          notification_count: 3,
        },
      },
      apns: {
        headers: {
          'apns-push-type': 'alert',
          'apns-priority': '10',
          'apns-expiration': '1060',
          'apns-collapse-id': 'order',
        },
        payload: {
          aps: {
            alert: {
              title: 'Shipped',
              subtitle: 'Order 1',
              body: 'On its way',
              'title-loc-key': 'T',
              'title-loc-args': ['a'],
              'loc-key': 'B',
              'loc-args': ['b'],
            },
            badge: 3,
            sound: 'bell',
            category: 'https://host.example/orders/1',
            'content-available': 1,
            'mutable-content': 1,
          },
        },
        fcm_options: { image: 'https://cdn.example/a.png' },
      },
      webpush: {
        headers: { TTL: '60', Urgency: 'high', Topic: 'order' },
        notification: { icon: 'box', tag: 'order-1' },
        fcm_options: { link: 'https://host.example/orders/1' },
      },
    });
  });

  it.each([
    ['android', 'android'],
    ['ios', 'apns'],
    ['web', 'webpush'],
  ] as const)('for a device with %s says only how it looks there', (platform, name) => {
    const { notification, data, [name]: section } = sent(EVERYTHING);
    expect(sent(EVERYTHING, platform)).toEqual({ notification, data, [name]: section });
  });

  it('without a notification has data alone, and wakes the app', () => {
    const message = sent({ ...BASE, data: { a: '1' } });
    expect(message).toEqual({
      data: { a: '1', host_message_id: 'message-1' },
      android: { priority: 'NORMAL', ttl: '60s' },
      apns: {
        headers: {
          'apns-push-type': 'background',
          'apns-priority': '5',
          'apns-expiration': '1060',
        },
        payload: { aps: { 'content-available': 1 } },
      },
      webpush: { headers: { TTL: '60', Urgency: 'normal' } },
    });
  });

  it('that must arrive now or never lives for no second', () => {
    expect(sent({ ...BASE, remainingSeconds: 0 })).toMatchObject({
      android: { ttl: '0s' },
      apns: { headers: { 'apns-expiration': '0' } },
      webpush: { headers: { TTL: '0' } },
    });
  });

  it('has no web link for a click action that is no https address', () => {
    const message = sent({ ...BASE, notification: { click_action: 'OPEN' } });
    expect(message['webpush']).not.toHaveProperty('fcm_options');
  });

  it('leaves its id out rather than becoming too large', () => {
    const data = { text: 'x'.repeat(4096 - 'text'.length) };
    expect(sent({ ...BASE, data })['data']).toEqual(data);
  });

  it.each([BASE, EVERYTHING, { ...BASE, notification: {} }, { ...BASE, data: {} }])(
    'is one that the API takes',
    (message) => {
      const parsed = V1Request.safeParse({ message: { token: 'x', ...sent(message) } });
      expect(parsed.error?.issues).toBeUndefined();
    },
  );
});
