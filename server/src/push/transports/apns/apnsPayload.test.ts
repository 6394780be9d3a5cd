import { describe, expect, it } from 'vitest';

import type { OutgoingMessage } from '../Transport.types.ts';
import { apnsHeaders } from './apnsHeaders.ts';
import { MAX_APNS_BYTES, apnsPayload } from './apnsPayload.ts';

const BASE: OutgoingMessage = { id: 'message-1', priority: 'high', remainingSeconds: 60 };

describe('a message as Apple gets it', () => {
  it('of a mini-app says so in the title, in the data, and is grouped by it', () => {
    const app = { id: 'com.acme.orders', name: 'Orders' };
    const { payload } = rendered({ notification: { title: 'Shipped', body: 'On its way' }, app });
    expect(payload).toMatchObject({
      'host.app': JSON.stringify(app),
      aps: { alert: { title: 'Orders: Shipped', body: 'On its way' }, 'thread-id': app.id },
    });
  });

  it('has every field of a notification that iOS knows', () => {
    const { payload, pushType } = rendered({
      notification: {
        title: 'Shipped',
        body: 'On its way',
        subtitle: 'Order 1',
        sound: 'bell.caf',
        badge: '3',
        click_action: 'ORDER',
        title_loc_key: 'T',
        title_loc_args: ['a'],
        body_loc_key: 'B',
        body_loc_args: ['b', 'c'],
        icon: 'box',
        color: '#aabbcc',
        android_channel_id: 'orders',
      },
      data: { orderId: '1' },
      contentAvailable: true,
      mutableContent: true,
    });
    expect(pushType).toBe('alert');
    expect(payload).toEqual({
      orderId: '1',
      host_message_id: 'message-1',
      aps: {
        alert: {
          title: 'Shipped',
          subtitle: 'Order 1',
          body: 'On its way',
          'title-loc-key': 'T',
          'title-loc-args': ['a'],
          'loc-key': 'B',
          'loc-args': ['b', 'c'],
        },
        badge: 3,
        sound: 'bell.caf',
        category: 'ORDER',
        'content-available': 1,
        'mutable-content': 1,
      },
    });
  });

  it('without a notification is a background push, which always wakes the app', () => {
    const { payload, pushType } = rendered({ data: { a: '1' } });
    expect(pushType).toBe('background');
    expect(payload).toMatchObject({ a: '1', aps: { 'content-available': 1 } });
  });

  it('that only sets the badge is no background push', () => {
    const { payload, pushType } = rendered({ notification: { badge: '0' } });
    expect(pushType).toBe('alert');
    expect(payload['aps']).toEqual({ badge: 0 });
  });

  it.each(['+1', '-1', 'many', '1.5', ''])('has no badge for "%s", which is no count', (badge) => {
    const { payload } = rendered({ notification: { title: 'x', badge } });
    expect(payload['aps']).toEqual({ alert: { title: 'x' } });
  });

  it('with an image may be changed by the extension that fetches it', () => {
    const image = 'https://cdn.example/a.png';
    const { payload } = rendered({ notification: { title: 'x', image } });
    expect(payload).toMatchObject({ fcm_options: { image }, aps: { 'mutable-content': 1 } });
  });

  it('cannot be disguised by its data', () => {
    const data = JSON.parse('{"aps":"x","__proto__":"y","host_message_id":"z"}') as Record<
      string,
      string
    >;
    const { payload } = rendered({ notification: { title: 'x' }, data });
    expect(payload['aps']).toEqual({ alert: { title: 'x' } });
    expect(payload['host_message_id']).toBe('message-1');
  });

  it('leaves its id out rather than becoming too large', () => {
    const empty = apnsPayload({ ...BASE, data: { text: '' } }).bytes;
    const fits = { ...BASE, data: { text: 'x'.repeat(MAX_APNS_BYTES - empty) } };
    expect(apnsPayload(fits).bytes).toBe(MAX_APNS_BYTES);
    expect(apnsPayload(fits).body).toContain('host_message_id');
    const tight = { ...BASE, data: { text: `${fits.data.text}x` } };
    expect(apnsPayload(tight).bytes).toBeLessThan(MAX_APNS_BYTES);
    expect(apnsPayload(tight).body).not.toContain('host_message_id');
  });
});

describe('the headers for Apple', () => {
  const headers = (change: Partial<OutgoingMessage>, pushType: 'alert' | 'background' = 'alert') =>
    apnsHeaders({ ...BASE, ...change }, pushType, 1_000_500);

  it('are urgent for high priority, and never for a background push', () => {
    expect(headers({ priority: 'high' })['apns-priority']).toBe('10');
    expect(headers({ priority: 'normal' })['apns-priority']).toBe('5');
    expect(headers({ priority: 'high' }, 'background')['apns-priority']).toBe('5');
  });

  it('say when the message ends, and 0 for now or never', () => {
    expect(headers({ remainingSeconds: 60 })['apns-expiration']).toBe('1060');
    expect(headers({ remainingSeconds: 0 })['apns-expiration']).toBe('0');
  });

  it('collapse by the key, else by the tag', () => {
    const tagged = { notification: { tag: 'order-1' } };
    expect(headers(tagged)['apns-collapse-id']).toBe('order-1');
    expect(headers({ ...tagged, collapseKey: 'key' })['apns-collapse-id']).toBe('key');
    expect(headers({})).not.toHaveProperty('apns-collapse-id');
  });

  it.each(['x'.repeat(65), 'two\nlines', 'Grüße', 'with space'])(
    'stand in with a digest for the collapse key "%.12s"',
    (collapseKey) => {
      const id = headers({ collapseKey })['apns-collapse-id']!;
      expect(id).toMatch(/^[\w-]{20,64}$/);
      expect(headers({ collapseKey })['apns-collapse-id']).toBe(id);
      expect(headers({ collapseKey: `${collapseKey}!` })['apns-collapse-id']).not.toBe(id);
    },
  );
});

function rendered(change: Partial<OutgoingMessage>) {
  const { body, pushType } = apnsPayload({ ...BASE, ...change });
  return { payload: JSON.parse(body) as Record<string, unknown>, pushType };
}
