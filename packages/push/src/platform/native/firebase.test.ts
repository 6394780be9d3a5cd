import * as firebase from '@react-native-firebase/messaging';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { RemoteMessage } from '../../core/PushPlatform.types.ts';
import { createFirebaseRemote } from './firebase.ts';

// The library has no mock of its own, and its module needs a phone.
vi.mock('@react-native-firebase/messaging', () => ({
  getMessaging: () => 'messaging',
  onMessage: vi.fn<() => () => void>(() => () => undefined),
  setBackgroundMessageHandler: vi.fn<() => void>(),
}));

const mocked = vi.mocked(firebase);
beforeEach(() => void vi.clearAllMocks());

const given = {
  messageId: '0:firebase',
  data: { host_message_id: '42', orderId: '7', deepLink: 'acme://order/7' },
  notification: {
    title: 'Order',
    body: 'On its way',
    android: { tag: 'order', channelId: 'orders' },
  },
  sentTime: 1_700_000_000_000,
} as unknown as firebase.RemoteMessage;

const expected: RemoteMessage = {
  id: '42',
  title: 'Order',
  body: 'On its way',
  data: { orderId: '7', deepLink: 'acme://order/7' },
  tag: 'order',
  channelId: 'orders',
  sentAt: 1_700_000_000_000,
  isShown: false,
};

describe('remote push by Firebase', () => {
  it('hands on a message under the id of the gateway, so that it is one with what comes by other ways', () => {
    const messages: RemoteMessage[] = [];
    createFirebaseRemote().onMessage((message) => messages.push(message));
    mocked.onMessage.mock.calls.at(0)![1](given);
    expect(messages).toEqual([expected]);
  });

  it('says which mini-app a message is from by what the gateway put there, and leaves that out of the data', () => {
    const app = { id: 'com.acme.orders', name: 'Orders', icon: 'https://cdn.example/o.png' };
    const messages: RemoteMessage[] = [];
    createFirebaseRemote().onMessage((message) => messages.push(message));
    const data = { ...given.data, 'host.app': JSON.stringify(app) };
    // The system shows the name before the title; the app shows it by itself.
    const notification = { ...given.notification, title: 'Orders: Order' };
    mocked.onMessage.mock.calls.at(0)![1]({ ...given, data, notification });
    expect(messages).toEqual([{ ...expected, app }]);
  });

  it('keeps what came in the background for the first who listens, as shown already', async () => {
    const remote = createFirebaseRemote();
    await mocked.setBackgroundMessageHandler.mock.calls.at(0)![1](given);
    const messages: RemoteMessage[] = [];
    remote.onMessage((message) => messages.push(message));
    expect(messages).toEqual([{ ...expected, isShown: true }]);
  });

  it('takes data alone for nothing that was shown, and the id of Firebase where there is no other', async () => {
    const remote = createFirebaseRemote();
    const messages: RemoteMessage[] = [];
    remote.onMessage((message) => messages.push(message));
    const data = { messageId: '0:x', data: { refresh: '1' } } as unknown as firebase.RemoteMessage;
    await mocked.setBackgroundMessageHandler.mock.calls.at(0)![1](data);
    expect(messages).toEqual([{ id: '0:x', data: { refresh: '1' }, isShown: false }]);
  });
});
