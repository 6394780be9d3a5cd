import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import {
  type Message,
  type Messaging,
  type SendResponse,
  getMessaging,
} from 'firebase-admin/messaging';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { redirectFirebaseTo } from './redirectFirebaseTo.ts';
import { type FakeFcm, fcmRefusal, startFakeFcm } from './startFakeFcm.ts';

let fake: FakeFcm;
let app: App;
let messaging: Messaging;
let stopLeading: () => void;

beforeEach(async () => {
  fake = await startFakeFcm();
  stopLeading = redirectFirebaseTo(fake);
  app = initializeApp(
    {
      projectId: fake.account.projectId,
      credential: {
        getAccessToken: async () => ({ access_token: fake.grant(), expires_in: 3600 }),
      },
    },
    crypto.randomUUID(),
  );
  messaging = getMessaging(app);
});

afterEach(async () => {
  stopLeading();
  await deleteApp(app);
  await fake.close();
});

describe('the fake of Google, asked by firebase-admin', () => {
  it('takes a message with the options of every platform and gives its name', async () => {
    const { messageId } = await send({
      token: 'device',
      data: { orderId: '1' },
      notification: { title: 'Shipped', body: 'On its way', imageUrl: 'https://cdn.example/a.png' },
      android: {
        collapseKey: 'order',
        priority: 'high',
        ttl: 60_000,
        restrictedPackageName: 'com.acme.host',
        notification: { icon: 'box', color: '#aabbcc', channelId: 'orders', notificationCount: 2 },
      },
      apns: { headers: { 'apns-priority': '10' }, payload: { aps: { badge: 2 } } },
      webpush: { headers: { TTL: '60' }, fcmOptions: { link: 'https://host.example' } },
    });
    expect(messageId).toMatch(/^projects\/acme-host\/messages\/./);
    expect(fake.messages[0]?.message).toMatchObject({
      token: 'device',
      android: { priority: 'high', ttl: '60s', notification: { channel_id: 'orders' } },
    });
  });

  it('takes a dry run', async () => {
    await send({ token: 'device' }, true);
    expect(fake.messages[0]).toMatchObject({ validate_only: true });
  });

  it.each([
    [404, 'UNREGISTERED', 'NOT_FOUND', 'messaging/registration-token-not-registered'],
    [403, 'SENDER_ID_MISMATCH', 'PERMISSION_DENIED', 'messaging/mismatched-credential'],
    [401, 'THIRD_PARTY_AUTH_ERROR', 'UNAUTHENTICATED', 'messaging/third-party-auth-error'],
    [400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'messaging/invalid-argument'],
    [429, 'QUOTA_EXCEEDED', 'RESOURCE_EXHAUSTED', 'messaging/message-rate-exceeded'],
    [500, 'INTERNAL', 'INTERNAL', 'messaging/internal-error'],
  ])(
    'refuses with %i %s in the form that the client reads',
    async (status, errorCode, grpc, code) => {
      fake.answers.set('device', fcmRefusal(status, { status: grpc, errorCode }));
      expect(await send({ token: 'device' })).toMatchObject({ error: { code } });
    },
  );

  it('refuses an access token that it did not give out', async () => {
    fake.accessTokens.add = () => fake.accessTokens;
    const { error } = await send({ token: 'device' });
    expect(error).toMatchObject({ code: 'messaging/third-party-auth-error' });
    expect(fake.messages).toEqual([]);
  });

  it('refuses a field that the API does not have', async () => {
    const { error } = await send({ token: 'device', android: { invented: 1 } as object });
    expect(error).toMatchObject({ code: 'messaging/invalid-argument' });
  });
});

/** Over HTTP/2, which the library uses for lists only. */
async function send(message: Message, dryRun = false): Promise<SendResponse> {
  const { responses } = await messaging.sendEach([message], dryRun);
  return responses[0]!;
}
