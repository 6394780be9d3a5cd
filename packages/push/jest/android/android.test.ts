import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react-native';
import { AlarmType } from 'react-native-notify-kit';

import { goTo, putInFront } from '../phone/happenings.ts';
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

const alarmTypes = () =>
  [...phone().triggers.values()].map(
    ({ trigger }) => (trigger.alarmManager as { type: number }).type,
  );

describe('on android', () => {
  const note = { title: 'Tea', body: 'Ready', scheduledAt: Date.now() + 3_600_000 };

  it('alarms are exact where the person allows it', async () => {
    const { push, told } = await start();
    await push.schedule(note);
    expect(alarmTypes()).toEqual([AlarmType.SET_EXACT_AND_ALLOW_WHILE_IDLE]);
    expect(told).toEqual([]);
  });

  it('exact alarms denied: notifications are armed inexactly, which is told', async () => {
    phone().allowsExactAlarms = false;
    const { push, told } = await start();
    await push.schedule(note);
    expect(alarmTypes()).toEqual([AlarmType.SET_AND_ALLOW_WHILE_IDLE]);
    expect(told).toEqual(['inexact alarms']);
  });

  it('channels are created with their importance when the app starts', async () => {
    const { push } = await start();
    const orders = { id: 'orders', name: 'Orders', description: 'What you bought' };
    await push.createChannel({ ...orders, importance: 'high' });
    expect(phone().channels.get('orders')).toMatchObject({ ...orders, importance: 4 });
  });

  it('a notification has the buttons of its category', async () => {
    const { push, gateway } = await start();
    await push.createCategory('tea', [{ id: 'snooze', title: 'Snooze' }]);
    await waitFor(() => expect(gateway.live()).toBeDefined());
    goTo('background');
    const sent = { id: 'a', title: 'Tea', data: {}, category: 'tea', isShown: false };
    gateway.live()!.onMessage(sent);
    await waitFor(() =>
      expect(phone().displayed.get('a')?.android?.actions).toMatchObject([
        { title: 'Snooze', pressAction: { id: 'snooze' } },
      ]),
    );
  });
});
