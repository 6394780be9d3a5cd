import { type Language, type MessageArea, translator } from '@host/contracts/messages';
import notifications, { EventType } from 'react-native-notify-kit';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { PlatformEvent } from '../../core/PushPlatform.types.ts';
import { translation } from '../../languages/de.ts';
import { createMemoryStorage } from '../memory/createMemoryStorage.ts';
import { createNativePlatform } from './createNativePlatform.ts';
import { nativeNotification } from './notificationParts.ts';

const system = vi.hoisted(() => ({
  OS: 'android',
  appState: 'active',
  listeners: new Set<(state: string) => void>(),
  language: undefined as Language | undefined,
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

// What sets the language of a host has all that is drawn follow, which takes React Native.
vi.mock('@host/kit/messages', () => ({
  messagesNow: (area: MessageArea) => translator(area, system.language),
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
  Object.assign(system, { OS: 'android', appState: 'active', language: undefined });
  kit.getInitialNotification.mockResolvedValue(null);
  kit.getDisplayedNotifications.mockResolvedValue([]);
});

const note = { id: 'a', title: 'Tea', body: 'Ready', data: { cups: 2 } };

function listening() {
  const platform = createNativePlatform({ storage: createMemoryStorage() });
  const events: PlatformEvent[] = [];
  platform.listen((event) => events.push(event));
  return { platform, events };
}

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

  it('what came up while nothing ran is told when it starts', async () => {
    const displayed = { id: 'a', notification: nativeNotification(note) };
    kit.getDisplayedNotifications.mockResolvedValue([displayed] as never);
    const { events } = listening();
    await expect.poll(() => events).toMatchObject([{ message: { id: 'a', isShown: true } }]);
  });
});

describe('showing on a phone', () => {
  it('with a tag replaces the one with the same tag', async () => {
    const { platform } = listening();
    await platform.show({ ...note, tag: 'score' });
    expect(kit.displayNotification.mock.calls.at(0)![0].id).toBe('score');
  });

  it('leaves a default channel that is there its name, which is in the language of the person', async () => {
    kit.isChannelCreated.mockResolvedValueOnce(true);
    await listening().platform.show(note);
    expect(kit.createChannel.mock.calls).toEqual([]);
    kit.isChannelCreated.mockResolvedValueOnce(false);
    await listening().platform.show(note);
    expect(kit.createChannel.mock.calls).toEqual([[{ id: 'default', name: 'Notifications' }]]);
  });

  it('calls the default channel by a word of the language that the host speaks', async () => {
    kit.isChannelCreated.mockResolvedValueOnce(false);
    system.language = { locale: 'de-AT', direction: 'ltr', messages: translation };
    await listening().platform.show(note);
    expect(kit.createChannel.mock.calls).toEqual([[{ id: 'default', name: 'Mitteilungen' }]]);
  });

  it('gives the default channel the name that the host says', async () => {
    const platform = createNativePlatform({
      storage: createMemoryStorage(),
      defaultChannelName: 'Nachrichten',
    });
    await platform.show(note);
    expect(kit.createChannel.mock.calls).toEqual([[{ id: 'default', name: 'Nachrichten' }]]);
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
  it('is not there without a service: the gateway gives the token', async () => {
    const { platform } = listening();
    expect(await platform.token.get()).toBeUndefined();
    expect(await platform.initialPress()).toBeUndefined();
  });
});
