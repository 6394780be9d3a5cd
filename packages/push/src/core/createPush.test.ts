import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  type MemoryPlatformOptions,
  createMemoryPlatform,
} from '../platform/memory/createMemoryPlatform.ts';
import { createPush } from './createPush.ts';
import type { Push, PushOptions } from './Push.types.ts';
import { createMemoryGateway } from './gateway/createMemoryGateway.ts';
import type { InboxChange } from './gateway/PushGateway.types.ts';
import { createDeepLinkRouter } from './links/createDeepLinkRouter.ts';
import type { RemoteMessage } from './PushPlatform.types.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-01T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** An app on a device, with everything that it was told. */
async function startApp(
  options: MemoryPlatformOptions & {
    gateway?: ReturnType<typeof createMemoryGateway>;
    mayShow?: PushOptions['mayShow'];
  } = {},
) {
  const { gateway = createMemoryGateway(), mayShow, ...rest } = options;
  const platform = createMemoryPlatform(rest);
  const links: string[] = [];
  const router = createDeepLinkRouter();
  router.register('order/:orderId', ({ orderId }) => links.push(`order ${orderId}`));
  const push = createPush({ platform, gateway, router, ...(mayShow && { mayShow }) });
  const told: string[] = [];
  const listen = () => {
    push.on('received', ({ id }) => told.push(`received ${id}`));
    push.on('opened', ({ id }) => told.push(`opened ${id}`));
    push.on('initial', ({ id }) => told.push(`initial ${id}`));
    push.on('action', (action, { id }) => told.push(`${action} ${id}`));
  };
  await push.start();
  return { push, platform, gateway, router, told, links, listen };
}

const message = (id: string, more: Partial<RemoteMessage> = {}): RemoteMessage => ({
  id,
  title: 'Order',
  body: 'On its way',
  data: {},
  isShown: false,
  ...more,
});

const shown = (id: string, data: Record<string, unknown> = {}) => ({
  id,
  title: 'Order',
  body: 'On its way',
  data,
});

/** Lets everything run that needs no more time than until the next picture is drawn. */
const settle = () => vi.advanceTimersByTimeAsync(20);

describe('an app that leaves the front', () => {
  it('has its connection say what it would have said later, until it is stopped', async () => {
    const gateway = createMemoryGateway();
    const connect = gateway.connect!.bind(gateway);
    let pauses = 0;
    gateway.connect = (...of) => ({ ...connect(...of)!, pause: () => void pauses++ });
    const { push, platform } = await startApp({ gateway, permission: 'granted' });
    await settle();
    platform.setInForeground(false);
    expect(pauses).toBe(1);
    push.stop();
    platform.setInForeground(false);
    expect(pauses).toBe(1);
  });
});

describe('the permission', () => {
  it('Before asking, the permission is "not determined", not "denied".', async () => {
    const { push } = await startApp();
    expect(push.device.get()).toEqual({ permission: 'not-determined', token: undefined });
  });

  it('is never asked for on launch, and no token is registered before it is granted', async () => {
    const { push, platform, gateway } = await startApp({ token: 't1' });
    await push.resume();
    await settle();
    expect(platform.timesAsked()).toBe(0);
    expect(gateway.registrations).toEqual([]);
  });

  it('once granted, the token goes to the server by itself', async () => {
    const { push, gateway } = await startApp({ token: 't1', name: 'ios' });
    expect(await push.requestPermission()).toBe(true);
    await settle();
    expect(gateway.registrations).toEqual([{ token: 't1', platform: 'ios' }]);
    expect(push.device.get()).toEqual({ permission: 'granted', token: 't1' });
  });

  it('declined leaves no token', async () => {
    const { push, gateway } = await startApp({ token: 't1', answer: 'denied' });
    expect(await push.requestPermission()).toBe(false);
    await settle();
    expect(push.device.get()).toEqual({ permission: 'denied', token: undefined });
    expect(gateway.registrations).toEqual([]);
  });

  it('that was changed in the settings of the system is seen when the app comes back', async () => {
    const { push, platform, gateway } = await startApp({ token: 't1' });
    platform.setPermission('granted');
    await push.resume();
    await settle();
    expect(gateway.registrations).toHaveLength(1);
    platform.setPermission('denied');
    await push.resume();
    expect(push.device.get().token).toBeUndefined();
  });
});

describe('a code that proves that the token is this device’s', () => {
  const code = message('proof-1', {
    title: undefined!,
    body: undefined!,
    data: { 'host.proof': 'abc' },
  });

  it('is waited for without asking again, and registers the device; nobody sees it', async () => {
    const gateway = createMemoryGateway();
    gateway.setProofWanted(true);
    const { push, platform, told, listen } = await startApp({
      gateway,
      permission: 'granted',
      token: 't1',
    });
    listen();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(gateway.registrations).toEqual([]);
    platform.emit({ type: 'message', message: code });
    await settle();
    expect(gateway.proofs).toEqual(['abc']);
    expect(gateway.registrations).toHaveLength(1);
    expect(push.device.get().token).toBe('t1');
    expect([told, push.center.get().notifications, platform.history]).toEqual([[], [], []]);
  });

  it('that nobody waits for is kept for when one is wanted', async () => {
    const { platform, gateway } = await startApp({ permission: 'granted', token: 't1' });
    await settle();
    platform.emit({ type: 'message', message: code });
    await settle();
    expect(gateway.registrations).toHaveLength(1);
    expect(gateway.proofs).toEqual(['abc']);
  });
});

describe('the mini-app that a notification is from', () => {
  const app = { id: 'com.acme.orders', name: 'Orders', icon: 'https://cdn.example/o.png' };

  it('is in the center and on the screen, by what the gateway says and not by the data', async () => {
    const { push, platform } = await startApp({ isInForeground: false });
    platform.emit({
      type: 'message',
      message: message('m1', { app, data: { appId: 'com.bank' } }),
    });
    await settle();
    expect(push.center.get().notifications).toMatchObject([{ id: 'm1', appId: app.id, app }]);
    expect(platform.screen).toMatchObject([{ id: 'm1', app }]);
  });
});

describe('the token', () => {
  it('is registered again whenever it changes, and keeps its topics', async () => {
    const { push, platform, gateway } = await startApp({ permission: 'granted', token: 't1' });
    await push.subscribeToTopic('news');
    await settle();
    platform.setToken('t2');
    await settle();
    expect(gateway.registrations.map(({ token }) => token)).toEqual(['t1', 't2']);
    expect([...gateway.topicsOf.get('t2')!]).toEqual(['news']);
    expect(push.device.get().token).toBe('t2');
  });

  it('that the gateway made is the same after a restart', async () => {
    const gateway = createMemoryGateway();
    const { platform } = await startApp({ permission: 'granted', gateway });
    await settle();
    const { push } = await startApp({ permission: 'granted', gateway, texts: platform.texts });
    await settle();
    expect(gateway.registrations.map(({ token }) => token)).toEqual(['made-0', 'made-0']);
    expect(push.device.get().token).toBe('made-0');
  });

  it('is registered later when the gateway cannot be reached, without anybody doing anything', async () => {
    const { push, gateway } = await startApp({ token: 't1' });
    gateway.setReachable(false);
    await push.requestPermission();
    await push.subscribeToTopic('news');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(gateway.registrations).toEqual([]);
    gateway.setReachable(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(gateway.registrations).toHaveLength(1);
    expect([...gateway.topicsOf.get('t1')!]).toEqual(['news']);
  });

  it('belongs to whoever is signed in: signing in registers it again and empties the center', async () => {
    const { push, gateway } = await startApp({ permission: 'granted', token: 't1' });
    await settle();
    gateway.live()!.onMessage(message('a'));
    await settle();
    await push.personChanged();
    await settle();
    expect(gateway.registrations).toHaveLength(2);
    expect(push.center.get().notifications).toEqual([]);
  });

  it('shows the next person nothing that comes again, and its owner what is in the inbox', async () => {
    const app = await startApp({ permission: 'granted', token: 't1' });
    const idsOf = (push: Push) => push.center.get().notifications.map(({ id }) => id);
    await settle();
    for (const id of ['a', 'b']) app.gateway.live()!.onMessage(message(id));
    await settle();
    const { notifications } = app.push.center.get();
    await app.push.center.deleteNotification('b');
    await app.push.personChanged();
    // They were not acknowledged before the connection was lost.
    for (const id of ['a', 'b']) app.gateway.live()!.onMessage(message(id));
    await settle();
    expect(idsOf(app.push)).toEqual([]);

    const again = await startApp({ gateway: app.gateway, texts: app.platform.texts });
    app.gateway.live()?.onMessage(message('a'));
    await settle();
    expect(idsOf(again.push)).toEqual([]);
    again.gateway.setInbox({
      notifications: notifications.filter(({ id }) => id === 'a'),
      deletedIds: [],
    });
    await again.push.personChanged();
    await settle();
    expect(idsOf(again.push)).toEqual(['a']);
  });

  it('shows the next person nothing of an inbox that was being read', async () => {
    const { push, gateway } = await startApp({ permission: 'granted', token: 't1' });
    await settle();
    gateway.live()!.onMessage(message('a'));
    await settle();
    const { notifications } = push.center.get();
    let answer: (known: InboxChange) => void = () => undefined;
    const read = new Promise<InboxChange>((resolve) => (answer = resolve));
    vi.spyOn(gateway.inbox!, 'read').mockReturnValueOnce(read);
    gateway.live()!.onInboxChanged();
    await settle();
    await push.personChanged();
    answer({ notifications, deletedIds: [] });
    await settle();
    expect(push.center.get().notifications).toEqual([]);
  });
});

describe('a message that arrives', () => {
  const granted = { permission: 'granted', token: 't1' } as const;

  it('in the foreground is told, kept and acknowledged, and not put on the screen besides', async () => {
    const app = await startApp(granted);
    app.listen();
    await settle();
    app.gateway.live()!.onMessage(message('a'));
    await settle();
    expect(app.told).toEqual(['received a']);
    expect(app.push.center.get().unreadCount).toBe(1);
    expect(app.platform.badge()).toBe(1);
    expect(app.gateway.acknowledged).toEqual(['a']);
    expect(app.platform.history).toEqual([]);
  });

  it('A message with both `notification` and `data` is displayed once', async () => {
    const app = await startApp({ ...granted, isInForeground: false });
    app.listen();
    await settle();
    const both = message('a', { data: { orderId: '42' } });
    app.gateway.live()!.onMessage(both);
    app.platform.emit({ type: 'message', message: both });
    app.gateway.live()!.onMessage(both);
    await settle();
    expect(app.platform.history.map(({ id }) => id)).toEqual(['a']);
    expect(app.told).toEqual([]);
    expect(app.push.center.get().notifications).toHaveLength(1);
    // Acknowledged each time: whoever sends again has not heard the first one.
    expect(app.gateway.acknowledged).toEqual(['a', 'a', 'a']);
  });

  it('that the system has shown already is not shown again', async () => {
    const app = await startApp({ ...granted, isInForeground: false });
    app.platform.emit({ type: 'message', message: message('a', { isShown: true }) });
    await settle();
    expect(app.platform.history).toEqual([]);
    expect(app.push.center.get().unreadCount).toBe(1);
  });

  it('that came while the app was away is in the center, and not told as received later', async () => {
    const app = await startApp(granted);
    app.listen();
    const past = message('a', { isShown: true, isPast: true });
    app.platform.emit({ type: 'message', message: past });
    await settle();
    expect(app.told).toEqual([]);
    expect(app.push.center.get().unreadCount).toBe(1);
  });

  it.each([true, false])(
    'that may not be shown now is in the center, and neither told nor on the screen (in front: %s)',
    async (isInForeground) => {
      const mayShow: PushOptions['mayShow'] = ({ channelId }) =>
        channelId === 'offers' ? 'quiet-hours' : channelId !== 'muted';
      const app = await startApp({ ...granted, isInForeground, mayShow });
      app.listen();
      await settle();
      app.gateway.live()!.onMessage(message('a', { channelId: 'offers' }));
      await settle();
      expect([app.told, app.platform.history]).toEqual([[], []]);
      expect(app.push.center.get().unreadCount).toBe(1);
      app.gateway.live()!.onMessage(message('m', { channelId: 'muted' }));
      await settle();
      expect(app.gateway.acknowledged).toEqual(['a', 'm']);
      expect(app.gateway.held).toEqual(['a quiet-hours', 'm held']);
      app.gateway.live()!.onMessage(message('b', { channelId: 'orders' }));
      await settle();
      expect([...app.told, ...app.platform.history.map(({ id }) => id)]).toHaveLength(1);
    },
  );

  it('the same tag replaces, in the foreground too', async () => {
    const app = await startApp(granted);
    await settle();
    app.gateway.live()!.onMessage(message('a', { tag: 'score' }));
    app.gateway.live()!.onMessage(message('b', { tag: 'score' }));
    await settle();
    expect(app.push.center.get().notifications.map(({ id }) => id)).toEqual(['b']);
  });

  it('with data alone is for the app, and never in the center', async () => {
    const app = await startApp(granted);
    app.listen();
    await settle();
    app.gateway.live()!.onMessage({ id: 'a', data: { refresh: '1' }, isShown: false });
    await settle();
    expect(app.told).toEqual(['received a']);
    expect(app.push.center.get().notifications).toEqual([]);
  });
});

describe('opening inside the app', () => {
  const granted = { permission: 'granted', token: 't1' } as const;
  const withLink = message('a', { category: 'order', data: { deepLink: 'acme://order/42' } });

  it('reads it, tells the gateway and follows the link, as often as somebody does', async () => {
    const app = await startApp(granted);
    app.listen();
    await settle();
    app.gateway.live()!.onMessage(withLink);
    await settle();
    await app.push.open('a');
    await app.push.open('a');
    expect(app.links).toEqual(['order 42', 'order 42']);
    expect(app.push.center.get().unreadCount).toBe(0);
    expect(app.gateway.opened).toContain('a');
    expect(app.told).toEqual(['received a']);
    await app.push.open('gone');
  });

  it('by a button that the app drew tells that action, with the buttons of its category', async () => {
    const app = await startApp(granted);
    app.listen();
    await settle();
    const actions = [{ id: 'accept', title: 'Accept' }];
    await app.push.createCategory('order', actions);
    app.gateway.live()!.onMessage(withLink);
    await settle();
    const [{ category } = {}] = app.push.center.get().notifications;
    expect(app.push.actionsOf(category)).toEqual(actions);
    expect(app.push.actionsOf(undefined)).toEqual([]);
    await app.push.open('a', 'accept');
    expect(app.told).toEqual(['received a', 'accept a']);
    expect(app.links).toEqual([]);
  });
});

describe('a tap', () => {
  const note = shown('a', { deepLink: 'acme://order/42' });

  it('in the background is told as opened, follows the link, marks as read and reports', async () => {
    const app = await startApp({ permission: 'granted', token: 't1', isInForeground: false });
    app.listen();
    await settle();
    app.gateway.live()!.onMessage(message('a', { data: { deepLink: 'acme://order/42' } }));
    await settle();
    app.platform.emit({ type: 'press', press: { notification: note } });
    app.platform.emit({ type: 'press', press: { notification: note } });
    await settle();
    expect(app.told).toEqual(['opened a']);
    expect(app.links).toEqual(['order 42']);
    expect(app.push.center.get().unreadCount).toBe(0);
    expect(app.gateway.opened).toContain('a');
  });

  it.each<[string, (go: () => void) => void]>([
    ['at once', (go) => go()],
    ['after something else', (go) => void Promise.resolve().then(go)],
  ])('that the app follows itself, %s, navigates once', async (_, when) => {
    const app = await startApp({ permission: 'granted', token: 't1', isInForeground: false });
    app.push.on('opened', ({ data }) => when(() => app.router.navigate(data.deepLink)));
    for (const id of ['a', 'b']) {
      const notification = shown(id, { deepLink: 'acme://order/42' });
      app.platform.emit({ type: 'press', press: { notification } });
      await settle();
    }
    expect(app.links).toEqual(['order 42', 'order 42']);
    // Later on it is a link like any other.
    await vi.advanceTimersByTimeAsync(2000);
    app.router.navigate('acme://order/42');
    expect(app.links).toHaveLength(3);
  });

  it('that started the app and that the app follows itself, however late, navigates once', async () => {
    const app = await startApp({ initialPress: { notification: note } });
    await vi.advanceTimersByTimeAsync(5000);
    app.push.on('initial', ({ data }) => app.router.navigate(data.deepLink));
    await settle();
    expect(app.links).toEqual(['order 42']);
  });

  it('that starts the app is told as initial, once, however late somebody listens, and follows the link', async () => {
    const app = await startApp({ initialPress: { notification: note } });
    app.platform.emit({ type: 'press', press: { notification: note } });
    await settle();
    app.listen();
    await settle();
    expect(app.told).toEqual(['initial a']);
    expect(app.links).toEqual(['order 42']);
  });

  it('that was handled is not replayed at the next launch; a launch by icon has none', async () => {
    const first = await startApp({ initialPress: { notification: note } });
    first.listen();
    await settle();
    const { texts } = first.platform;
    const second = await startApp({ texts, initialPress: { notification: note } });
    second.listen();
    const third = await startApp({ texts });
    third.listen();
    await settle();
    expect([...second.told, ...second.links, ...third.told, ...third.links]).toEqual([]);
  });

  it('on a button is told as that action with its notification, and follows no link', async () => {
    const app = await startApp();
    app.listen();
    const press = { notification: note, actionId: 'accept' };
    app.platform.emit({ type: 'press', press });
    await settle();
    expect(app.told).toEqual(['accept a']);
    expect(app.links).toEqual([]);
  });

  it('A tap without an action opens the app; a tap on a group fires the event.', async () => {
    const app = await startApp();
    app.listen();
    // A group's summary has no message behind it: only what the platform shows.
    app.platform.emit({ type: 'press', press: { notification: shown('group') } });
    await settle();
    expect(app.told).toEqual(['opened group']);
  });

  it('on a link that is not one of the app is told and leads nowhere', async () => {
    const app = await startApp();
    app.listen();
    const notification = shown('a', { deepLink: 'javascript://alert(1)' });
    app.platform.emit({ type: 'press', press: { notification } });
    await settle();
    expect(app.told).toEqual(['opened a']);
    expect(app.links).toEqual([]);
  });
});

describe('local notifications', () => {
  const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000);

  it('are in the center when they are due, and on the screen unless the app is in front', async () => {
    const app = await startApp({ isInForeground: false });
    const id = await app.push.schedule({ title: 'Tea', body: 'Ready', scheduledAt: inAnHour() });
    vi.setSystemTime(inAnHour());
    app.platform.alarms.ring(Date.now());
    await settle();
    expect(app.platform.screen.map(({ title }) => title)).toEqual(['Tea']);
    expect(app.push.center.get().notifications[0]!.id).toContain(id);
  });

  it('with buttons need their category, which is there again after a restart', async () => {
    const app = await startApp();
    const options = { title: 'A', body: 'B', scheduledAt: inAnHour(), category: 'order' };
    await expect(app.push.schedule(options)).rejects.toThrow(/"order": call createCategory first/);
    const actions = [
      { id: 'accept', title: 'Accept' },
      { id: 'reject', title: 'Reject', destructive: true },
    ];
    await app.push.createCategory('order', actions);
    await app.push.schedule(options);
    const next = await startApp({ texts: app.platform.texts });
    expect(next.platform.categories.get('order')).toEqual(actions);
    await next.push.schedule(options);
  });

  it.each([
    ['', [{ id: 'a', title: 'A' }]],
    ['x', []],
    ['x', [{ id: 'a', title: '' }]],
    [
      'x',
      [
        { id: 'a', title: 'A' },
        { id: 'a', title: 'B' },
      ],
    ],
  ])('refuses the category %j with %j', async (id, actions) => {
    const { push } = await startApp();
    await expect(push.createCategory(id, actions)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });
});

describe('the inbox of a person', () => {
  it('is merged at the start, and what is done here is told, also when that has to wait', async () => {
    const gateway = createMemoryGateway();
    const receivedAt = '2026-05-01T09:00:00.000Z';
    gateway.setInbox({
      notifications: [
        { id: 'a', data: {}, receivedAt },
        { id: 'b', data: {}, receivedAt, readAt: receivedAt },
      ],
      deletedIds: [],
    });
    const { push, platform } = await startApp({ gateway });
    expect(push.center.get().unreadCount).toBe(1);
    gateway.setReachable(false);
    await push.center.markAsRead('a');
    await push.center.deleteNotification('b');
    await settle();
    expect(gateway.inboxCalls).toEqual([]);

    gateway.setReachable(true);
    await startApp({ gateway, texts: platform.texts });
    expect(gateway.inboxCalls.slice(0, 2)).toEqual(['read a', 'delete b']);
  });

  it('follows what other devices do while connected', async () => {
    const app = await startApp({ permission: 'granted', token: 't1' });
    await settle();
    app.gateway.live()!.onMessage(message('a'));
    await settle();
    const readAt = '2026-05-01T10:01:00.000Z';
    const [notification] = app.push.center.get().notifications;
    app.gateway.setInbox({ notifications: [{ ...notification!, readAt }], deletedIds: [] });
    app.gateway.live()!.onInboxChanged();
    await settle();
    expect(app.push.center.get().unreadCount).toBe(0);
  });
});

it('what was read or deleted is off the screen, and the number on the icon is what is unread', async () => {
  const app = await startApp({ permission: 'granted', token: 't1', isInForeground: false });
  await settle();
  for (const id of ['a', 'b', 'c']) app.gateway.live()!.onMessage(message(id));
  await settle();
  expect(app.platform.badge()).toBe(3);
  await app.push.center.markAsRead('a');
  await app.push.center.deleteNotification('b');
  await settle();
  expect(app.platform.screen.map(({ id }) => id)).toEqual(['c']);
  expect(app.platform.badge()).toBe(1);
});

it('a message that could not be kept is not acknowledged, so that it comes again', async () => {
  const app = await startApp({ permission: 'granted', token: 't1' });
  await settle();
  vi.spyOn(app.platform.storage, 'set').mockRejectedValueOnce(new Error('full'));
  app.gateway.live()!.onMessage(message('a'));
  await settle();
  expect(app.gateway.acknowledged).toEqual([]);
  app.gateway.live()!.onMessage(message('a'));
  await settle();
  expect(app.gateway.acknowledged).toEqual(['a']);
});

it('a tap that started the app is reported as opened once there is a connection', async () => {
  const press = { notification: shown('7') };
  const app = await startApp({ permission: 'granted', token: 't1', initialPress: press });
  await settle();
  expect(app.gateway.opened).toEqual(['7']);
});

it('a browser subscribes to its push service with the key of the gateway, and the gateway is told', async () => {
  const gateway = createMemoryGateway();
  const attached: unknown[] = [];
  gateway.webPushKey = async () => 'key of the gateway';
  gateway.attachWebPush = async (subscription) => void attached.push(subscription);
  const app = await startApp({ token: 't1', gateway });
  app.platform.webPushSubscription = async (key) => ({
    endpoint: `https://push.example/${key.length}`,
    keys: { p256dh: '', auth: '' },
  });
  await app.push.requestPermission();
  await settle();
  expect(attached).toMatchObject([{ endpoint: 'https://push.example/18' }]);
});

it('a gateway that does not know the device any more is told again', async () => {
  const app = await startApp({ permission: 'granted', token: 't1' });
  await settle();
  app.gateway.live()!.onState('unregistered');
  await settle();
  expect(app.gateway.registrations).toHaveLength(2);
});

it('after it was stopped nothing is heard and nothing is asked for', async () => {
  const app = await startApp({ token: 't1' });
  app.listen();
  app.gateway.setReachable(false);
  await app.push.requestPermission();
  await settle();
  app.push.stop();
  app.gateway.setReachable(true);
  app.platform.emit({ type: 'message', message: message('a') });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(app.told).toEqual([]);
  expect(app.gateway.registrations).toEqual([]);
});
