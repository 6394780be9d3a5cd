import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react-native';
import { Platform } from 'react-native';

import { arriveBehind, goTo, putInFront, tap, tellOfFirebase } from './phone/happenings.ts';
import { phone, unpackPhone } from './phone/phone.ts';
import { startApp } from './startApp.ts';

type App = Awaited<ReturnType<typeof startApp>>;

const started: App[] = [];
async function start(options?: Parameters<typeof startApp>[0]): Promise<App> {
  const app = await startApp(options);
  started.push(app);
  return app;
}

beforeEach(() => {
  unpackPhone({ permission: 'granted' });
  putInFront();
});
afterEach(() => started.splice(0).forEach(({ push }) => push.stop()));

/** Comes after everything else: what has not been told by then is not told. */
const last = { messageId: 'last', notification: { title: 'Last' } };

const message = {
  messageId: '0:firebase',
  data: { host_message_id: '42', deepLink: 'order/7' },
  notification: { title: 'Order', body: 'On its way' },
};

describe('permission and token', () => {
  it('nobody is asked at the start, and before that the permission is not determined', async () => {
    unpackPhone();
    const { push } = await start();
    expect(push.device.get().permission).toBe('not-determined');
    expect(phone().timesAsked).toBe(0);
  });

  it('granted, the token becomes available and is registered', async () => {
    unpackPhone();
    const { push, gateway } = await start();
    expect(await push.requestPermission()).toBe(true);
    await waitFor(() =>
      expect(gateway.registrations).toEqual([{ token: 'token-1', platform: Platform.OS }]),
    );
    expect(push.device.get()).toMatchObject({ permission: 'granted', token: 'token-1' });
  });

  it('denied, it is denied at the next start, too', async () => {
    unpackPhone({ answer: 'denied' });
    const { push, store } = await start();
    expect(await push.requestPermission()).toBe(false);
    const { push: later } = await start({ store });
    expect(later.device.get().permission).toBe('denied');
  });

  it('a token that Firebase has refreshed is registered', async () => {
    const { gateway } = await start();
    await waitFor(() => expect(gateway.registrations).toHaveLength(1));
    phone().token = 'token-2';
    tellOfFirebase('token_refresh', { token: 'token-2' });
    await waitFor(() =>
      expect(gateway.registrations.map(({ token }) => token)).toEqual(['token-1', 'token-2']),
    );
  });
});

describe('messages', () => {
  it('in front, one is told and in the center, and the system shows nothing', async () => {
    const { push, told } = await start();
    tellOfFirebase('message_received', message);
    await waitFor(() => expect(told).toEqual(['received 42']));
    expect(push.center.get().notifications).toMatchObject([{ id: '42', title: 'Order' }]);
    expect(phone().displayed.size).toBe(0);
  });

  it('behind, one that the system has shown is in the center and not shown again', async () => {
    const { push, told } = await start();
    goTo('background');
    arriveBehind(message);
    await waitFor(() => expect(push.center.get().unreadCount).toBe(1));
    expect(told).toEqual([]);
    expect(phone().displayed.size).toBe(0);
  });

  it('one that comes by two ways is one', async () => {
    const { push, told } = await start();
    tellOfFirebase('message_received', message);
    tellOfFirebase('message_received', { ...message, messageId: '0:again' });
    tellOfFirebase('message_received', last);
    await waitFor(() => expect(told).toContain('received last'));
    expect(told).toEqual(['received 42', 'received last']);
    expect(push.center.get().notifications).toHaveLength(2);
  });
});

describe('opening', () => {
  it('from behind leads to where the message points, once', async () => {
    const { told } = await start();
    goTo('background');
    tellOfFirebase('notification_opened', message);
    tellOfFirebase('notification_opened', message);
    goTo('active');
    await waitFor(() => expect(told).toHaveLength(2));
    tellOfFirebase('message_received', last);
    await waitFor(() => expect(told).toContain('received last'));
    expect(told).toEqual(['opened 42', 'order screen 7', 'received last']);
  });

  it('from a cold start leads there once, also when it is started again', async () => {
    phone().initialMessage = message;
    const { push, told, store } = await start();
    await waitFor(() => expect(told).toEqual(['initial 42', 'order screen 7']));
    expect(push.center.get().unreadCount).toBe(0);
    tellOfFirebase('notification_opened', message);
    push.stop();
    phone().initialMessage = message;
    const again = await start({ store });
    expect([...told, ...again.told]).toEqual(['initial 42', 'order screen 7']);
  });

  it('one of the app’s own from a cold start, by a button, is that action', async () => {
    const shown = { id: 'n1', title: 'Tea', body: 'Ready', data: {} };
    phone().initialNotification = {
      notification: { id: 'n1', data: { shown: JSON.stringify(shown) } },
      pressAction: { id: 'snooze' },
    };
    const { told } = await start();
    await waitFor(() => expect(told).toEqual(['snooze of n1']));
  });
});

describe('local notifications', () => {
  const at = Date.now() + 3_600_000;
  const note = { title: 'Tea', body: 'Ready' };
  const times = () =>
    [...phone().triggers.values()]
      .map(({ trigger }) => trigger.timestamp)
      .toSorted((a, b) => a - b);

  it('one is armed for its time, in a channel that is there, and cancelled', async () => {
    const { push } = await start();
    const id = await push.schedule({ ...note, scheduledAt: at });
    expect(times()).toEqual([at]);
    expect(phone().channels.has('default')).toBe(Platform.OS === 'android');
    await push.cancel(id);
    expect(times()).toEqual([]);
  });

  it('one is shown in the channel that it names, with its sound and vibration', async () => {
    const { push } = await start();
    await push.createChannel({
      id: 'alarms',
      name: 'Alarms',
      description: 'What cannot wait',
      importance: 'high',
      sound: 'bell',
      vibration: true,
    });
    await push.schedule({ ...note, scheduledAt: at, channelId: 'alarms' });
    // Elsewhere there are no channels.
    if (Platform.OS !== 'android') return;
    const [armed] = [...phone().triggers.values()];
    expect(armed!.notification.android?.channelId).toBe('alarms');
    expect(phone().channels.get('alarms')).toMatchObject({ sound: 'bell', vibration: true });
  });

  it.each([
    ['day', 1],
    ['week', 7],
  ] as const)(
    'one for every %s is armed ahead at the same time of day',
    async (repeatType, days) => {
      const { push } = await start();
      await push.schedule({ ...note, scheduledAt: at, repeatType });
      const expected = Array.from({ length: 60 }, (_, index) => {
        const date = new Date(at);
        return date.setDate(date.getDate() + index * days);
      });
      expect(times()).toEqual(expected);
    },
  );

  it('one whose time has passed by the time it is armed is armed for now', async () => {
    const { platform } = await start();
    const now = Date.now();
    const notification = { ...note, id: 'x', data: {} };
    expect(await platform.alarms.arm({ id: 'x', at: now - 1, notification })).toBe('exact');
    expect(times()).toEqual([expect.any(Number)]);
    expect(times()[0]).toBeGreaterThan(now);
  });

  it('a tap on one and on its button are told as what they are', async () => {
    const { push, gateway, told } = await start();
    await push.createCategory('tea', [{ id: 'snooze', title: 'Snooze' }]);
    await waitFor(() => expect(gateway.live()).toBeDefined());
    const data = { deepLink: 'order/9' };
    goTo('background');
    for (const id of ['a', 'b']) {
      gateway.live()!.onMessage({ id, title: 'Tea', data, category: 'tea', isShown: false });
    }
    await waitFor(() => expect([...phone().displayed.keys()]).toEqual(['a', 'b']));
    tap('a', 'snooze');
    await waitFor(() => expect(told).toEqual(['snooze of a']));
    tap('b');
    await waitFor(() => expect(told).toEqual(['snooze of a', 'opened b', 'order screen 9']));
    await waitFor(() => expect(phone().displayed.size).toBe(0));
    expect(push.center.get().notifications).toHaveLength(2);
  });
});
