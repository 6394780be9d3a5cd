import notifications, { AuthorizationStatus, EventType } from 'react-native-notify-kit';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createDeepLinkRouter } from '../../core/links/createDeepLinkRouter.ts';
import { createMemoryGateway } from '../../core/gateway/createMemoryGateway.ts';
import { createPush } from '../../core/createPush.ts';
import { createMemoryStorage } from '../memory/createMemoryStorage.ts';
import type { PlatformEvent, RemoteMessage } from '../PushPlatform.types.ts';
import { createNativePlatform } from './createNativePlatform.ts';
import { nativeNotification } from './notificationParts.ts';
import type { RemotePush } from './RemotePush.types.ts';

const system = vi.hoisted(() => ({
  OS: 'android',
  appState: 'active',
  listeners: new Set<(state: string) => void>(),
}));

vi.mock('react-native', () => ({
  Platform: {
    get OS() {
      return system.OS;
    },
  },
  AppState: {
    get currentState() {
      return system.appState;
    },
    addEventListener(_: string, listener: (state: string) => void) {
      system.listeners.add(listener);
      return { remove: () => system.listeners.delete(listener) };
    },
  },
}));

// The mock that the library comes with, which is written for Jest.
vi.mock('react-native-notify-kit', async () => {
  Object.assign(globalThis, { jest: vi });
  const mock: string = 'react-native-notify-kit/jest-mock';
  return import(mock) as Promise<object>;
});

const kit = vi.mocked(notifications);

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(system, { OS: 'android', appState: 'active' });
  kit.getInitialNotification.mockResolvedValue(null);
  kit.getDisplayedNotifications.mockResolvedValue([]);
  kit.getTriggerNotificationIds.mockResolvedValue([]);
  allow('granted');
});

/** What the system says about the permission, and about exact alarms. */
function allow(permission: 'not-determined' | 'granted' | 'denied', isExact = true): void {
  const status = {
    'not-determined': AuthorizationStatus.NOT_DETERMINED,
    granted: AuthorizationStatus.AUTHORIZED,
    denied: AuthorizationStatus.DENIED,
  }[permission];
  const settings = { authorizationStatus: status, android: { alarm: isExact ? 1 : 0 } };
  kit.getNotificationSettings.mockResolvedValue(settings as never);
  kit.requestPermission.mockResolvedValue(settings as never);
}

const note = { id: 'a', title: 'Tea', body: 'Ready', data: { cups: 2 } };

function listening(options: Partial<Parameters<typeof createNativePlatform>[0]> = {}) {
  const platform = createNativePlatform({ storage: createMemoryStorage(), ...options });
  const events: PlatformEvent[] = [];
  platform.listen((event) => events.push(event));
  return { platform, events };
}

describe('the permission on a phone', () => {
  it('on Android is "not determined" before anybody was asked, and "denied" afterwards', async () => {
    allow('denied');
    const { platform } = listening();
    expect(await platform.permission.status()).toBe('not-determined');
    expect(await platform.permission.request()).toBe('denied');
    expect(await platform.permission.status()).toBe('denied');
  });

  it('on iOS is what the system says', async () => {
    system.OS = 'ios';
    allow('denied');
    const { platform } = listening();
    expect(await platform.permission.status()).toBe('denied');
    allow('not-determined');
    expect(await platform.permission.status()).toBe('not-determined');
  });
});

describe('alarms on a phone', () => {
  const alarm = { id: 'x@1', at: 1_900_000_000_000, notification: note };

  it('are exact where that is allowed, and inexact where it is not, which is said', async () => {
    const { alarms } = listening().platform;
    expect(await alarms.arm(alarm)).toBe('exact');
    allow('granted', false);
    expect(await alarms.arm(alarm)).toBe('inexact');
    const types = kit.createTriggerNotification.mock.calls.map(
      ([, trigger]) => (trigger as { alarmManager: { type: number } }).alarmManager.type,
    );
    expect(types).toEqual([3, 1]);
    expect(kit.createTriggerNotification.mock.calls[0]).toMatchObject([
      { id: 'x@1', title: 'Tea', android: { channelId: 'default' } },
      { timestamp: alarm.at },
    ]);
  });

  it('are 64 at most on iOS', () => {
    system.OS = 'ios';
    expect(listening().platform.alarms.capacity).toBe(64);
  });

  it('More than 64 pending on iOS: the soonest 64 are armed', async () => {
    system.OS = 'ios';
    const { platform } = listening();
    const gateway = createMemoryGateway();
    const push = createPush({ platform, gateway, router: createDeepLinkRouter() });
    const armed = new Map<string, number>();
    kit.createTriggerNotification.mockImplementation(async (given, trigger) => {
      armed.set(given.id!, (trigger as { timestamp: number }).timestamp);
      return given.id!;
    });
    kit.cancelTriggerNotifications.mockImplementation(async (ids = []) => {
      for (const id of ids) armed.delete(id);
    });
    kit.getTriggerNotificationIds.mockImplementation(async () => [...armed.keys()]);
    const start = Date.now() + 3_600_000;
    for (let index = 70; index > 0; index--) {
      await push.schedule({ title: 'A', body: 'B', scheduledAt: start + index * 60_000 });
    }
    expect([...armed.values()].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 64 }, (_, index) => start + (index + 1) * 60_000),
    );
  });
});

describe('what happens to a notification on a phone', () => {
  const detail = { notification: nativeNotification(note) };

  it('a tap is a press, a button one with its id, a delivery a message that is shown already', () => {
    const { events } = listening();
    const hear = kit.onForegroundEvent.mock.calls.at(0)![0];
    hear({ type: EventType.PRESS, detail: { ...detail, pressAction: { id: 'default' } } });
    hear({ type: EventType.ACTION_PRESS, detail: { ...detail, pressAction: { id: 'accept' } } });
    hear({ type: EventType.DELIVERED, detail });
    hear({ type: EventType.DISMISSED, detail });
    expect(events).toEqual([
      { type: 'press', press: { notification: note } },
      { type: 'press', press: { notification: note, actionId: 'accept' } },
      { type: 'message', message: { ...note, isShown: true } },
    ]);
  });

  it('a tap in the background before anybody listens is told to the first who does', async () => {
    const platform = createNativePlatform({ storage: createMemoryStorage() });
    const hear = kit.onBackgroundEvent.mock.calls.at(0)![0];
    await hear({ type: EventType.PRESS, detail });
    const events: PlatformEvent[] = [];
    platform.listen((event) => events.push(event));
    expect(events).toEqual([{ type: 'press', press: { notification: note } }]);
  });

  it('a tap on a group, which is none of ours, is a press, too', () => {
    const { events } = listening();
    const group = { id: 'group', title: '3 messages' };
    const hear = kit.onForegroundEvent.mock.calls.at(0)![0];
    hear({ type: EventType.PRESS, detail: { notification: group } });
    expect(events).toMatchObject([{ type: 'press', press: { notification: { id: 'group' } } }]);
  });

  it('the tap that started the app is the initial press, with its button', async () => {
    kit.getInitialNotification.mockResolvedValue({
      notification: nativeNotification(note),
      pressAction: { id: 'accept' },
    });
    expect(await listening().platform.initialPress()).toEqual({
      notification: note,
      actionId: 'accept',
    });
  });

  it('what came up while nothing ran is told when it starts', async () => {
    const displayed = { id: 'a', notification: nativeNotification(note) };
    kit.getDisplayedNotifications.mockResolvedValue([displayed] as never);
    const { events } = listening();
    await vi.waitFor(() => expect(events).toMatchObject([{ message: { id: 'a', isShown: true } }]));
  });
});

describe('showing on a phone', () => {
  it('has the buttons of its category, in a channel that is there', async () => {
    const { platform } = listening();
    await platform.setCategory('order', [{ id: 'accept', title: 'Accept' }]);
    await platform.show({ ...note, category: 'order' });
    expect(kit.createChannel.mock.calls).toEqual([[{ id: 'default', name: 'Notifications' }]]);
    expect(kit.displayNotification.mock.calls.at(0)![0]).toMatchObject({
      id: 'a',
      android: {
        channelId: 'default',
        actions: [{ title: 'Accept', pressAction: { id: 'accept' } }],
      },
    });
  });

  it('with a tag replaces the one with the same tag', async () => {
    const { platform } = listening();
    await platform.show({ ...note, tag: 'score' });
    expect(kit.displayNotification.mock.calls.at(0)![0].id).toBe('score');
  });

  it('tells iOS all categories every time', async () => {
    system.OS = 'ios';
    const { platform } = listening();
    await platform.setCategory('a', [{ id: 'x', title: 'X' }]);
    await platform.setCategory('b', [{ id: 'y', title: 'Y', destructive: true }]);
    const last = kit.setNotificationCategories.mock.calls.at(-1)![0];
    expect(last).toMatchObject([
      { id: 'a', actions: [{ id: 'x', destructive: false, foreground: true }] },
      { id: 'b', actions: [{ id: 'y', destructive: true }] },
    ]);
  });

  it('creates a channel with its importance on Android, and nothing on iOS', async () => {
    const channel = { id: 'orders', name: 'Orders', description: 'D', importance: 'high' } as const;
    await listening().platform.createChannel(channel);
    expect(kit.createChannel.mock.calls).toEqual([[{ ...channel, importance: 4 }]]);
    kit.createChannel.mockClear();
    system.OS = 'ios';
    await listening().platform.createChannel(channel);
    expect(kit.createChannel.mock.calls).toEqual([]);
  });

  it('knows the foreground, and tells when the app comes back to it', () => {
    const { platform } = listening();
    let times = 0;
    const stop = platform.onResume(() => void times++);
    system.appState = 'background';
    expect(platform.isInForeground()).toBe(false);
    system.listeners.forEach((tell) => tell('background'));
    system.listeners.forEach((tell) => tell('active'));
    stop();
    system.listeners.forEach((tell) => tell('active'));
    expect(times).toBe(1);
  });
});

describe('remote push on a phone', () => {
  const message: RemoteMessage = { id: '7', title: 'Order', data: { x: '1' }, isShown: true };
  const remoteOf = (more: Partial<RemotePush> = {}): RemotePush => ({
    token: async () => 'token-of-firebase',
    onToken: () => () => undefined,
    onMessage: () => () => undefined,
    onOpened: () => () => undefined,
    initial: async () => undefined,
    ...more,
  });

  it('gives the token, messages and taps of the service', async () => {
    let open: ((message: RemoteMessage) => void) | undefined;
    let arrive: ((message: RemoteMessage) => void) | undefined;
    const remote = remoteOf({
      onOpened: (listener) => ((open = listener), () => undefined),
      onMessage: (listener) => ((arrive = listener), () => undefined),
    });
    const { platform, events } = listening({ remote });
    expect(await platform.token.get()).toBe('token-of-firebase');
    arrive!(message);
    open!(message);
    const shown = { id: '7', title: 'Order', body: '', data: { x: '1' } };
    expect(events).toEqual([
      { type: 'message', message },
      { type: 'press', press: { notification: shown } },
    ]);
  });

  it('is the initial press when its notification started the app', async () => {
    const { platform } = listening({ remote: remoteOf({ initial: async () => message }) });
    expect(await platform.initialPress()).toMatchObject({ notification: { id: '7' } });
  });

  it('is not there without a service: the gateway gives the token', async () => {
    const { platform } = listening();
    expect(await platform.token.get()).toBeUndefined();
    expect(await platform.initialPress()).toBeUndefined();
  });
});
