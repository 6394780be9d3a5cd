import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react-native';
import { DeviceEventEmitter } from 'react-native';
import { EventType } from 'react-native-notify-kit';

import { putInFront, tellOfFirebase } from '../phone/happenings.ts';
import { phone, unpackPhone } from '../phone/phone.ts';
import { startApp } from '../startApp.ts';

let stop: (() => void) | undefined;
async function start() {
  const app = await startApp();
  stop = app.push.stop;
  return app;
}

beforeEach(() => {
  unpackPhone({ permission: 'granted' });
  putInFront();
});
afterEach(() => stop?.());

describe('on ios', () => {
  it('More than 64 pending on iOS: the soonest 64 are armed', async () => {
    const { push } = await start();
    const first = Date.now() + 3_600_000;
    for (let index = 70; index > 0; index--) {
      await push.schedule({ title: 'A', body: 'B', scheduledAt: first + index * 60_000 });
    }
    const times = [...phone().triggers.values()].map(({ trigger }) => trigger.timestamp);
    expect(times.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 64 }, (_, index) => first + (index + 1) * 60_000),
    );
  });

  it('the system knows all categories with their buttons', async () => {
    const { push } = await start();
    await push.createCategory('tea', [{ id: 'snooze', title: 'Snooze' }]);
    await push.createCategory('order', [{ id: 'reject', title: 'Reject', destructive: true }]);
    expect(phone().categories).toMatchObject([
      { id: 'tea', actions: [{ id: 'snooze', title: 'Snooze' }] },
      { id: 'order', actions: [{ id: 'reject', destructive: true }] },
    ]);
  });

  it('the number on the icon is what is unread', async () => {
    const { push } = await start();
    for (const id of ['1', '2']) {
      tellOfFirebase('message_received', { messageId: id, notification: { title: 'Order' } });
    }
    await waitFor(() => expect(phone().badge).toBe(2));
    await push.center.markAllAsRead();
    await waitFor(() => expect(phone().badge).toBe(0));
  });

  it('channels are nothing', async () => {
    const { push } = await start();
    await push.createChannel({ id: 'a', name: 'A', description: '', importance: 'high' });
    expect(phone().channels.size).toBe(0);
  });

  it('a tap on a push that both libraries report is one opening, of the message that is in the center', async () => {
    const { push, told } = await start();
    const data = { host_message_id: '42', deepLink: 'order/7' };
    const notification = { title: 'Order', body: 'On its way' };
    tellOfFirebase('message_received', { messageId: '0:x', data, notification });
    await waitFor(() => expect(told).toEqual(['received 42']));
    DeviceEventEmitter.emit('app.notifee.notification-event', {
      type: EventType.PRESS,
      detail: { notification: { id: 'request-1', ...notification, data } },
    });
    tellOfFirebase('notification_opened', { messageId: '0:x', data, notification });
    await waitFor(() => expect(told).toHaveLength(3));
    tellOfFirebase('message_received', { messageId: 'last', notification });
    await waitFor(() => expect(told).toContain('received last'));
    expect(told).toEqual(['received 42', 'opened 42', 'order screen 7', 'received last']);
    const read = push.center.get().notifications.filter(({ readAt }) => readAt !== undefined);
    expect(read.map(({ id }) => id)).toEqual(['42']);
  });
});
