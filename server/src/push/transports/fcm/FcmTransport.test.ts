import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  type FakeFcm,
  fcmRefusal,
  startFakeFcm,
} from '../../../testing/push-services/startFakeFcm.ts';
import type { FcmAddress, OutgoingMessage } from '../Transport.types.ts';
import { type FcmOptions, FcmTransport } from './FcmTransport.ts';

const MINUTE = 60_000;
const DEVICE: FcmAddress = { transport: 'fcm', token: 'device:"1"' };
const MESSAGE: OutgoingMessage = {
  id: 'message-1',
  notification: { title: 'Shipped', body: 'On its way' },
  data: { orderId: '1' },
  priority: 'high',
  remainingSeconds: 600,
};

let fake: FakeFcm;
const transports: FcmTransport[] = [];

beforeEach(async () => {
  fake = await startFakeFcm();
});

afterEach(async () => {
  for (const each of transports.splice(0)) await each.close();
  await fake.close();
});

describe('a send over FCM', () => {
  it('is taken, and has the id that Google gave it', async () => {
    const outcome = await transport().send(MESSAGE, DEVICE);
    expect(outcome).toEqual({
      kind: 'accepted',
      status: 200,
      serviceMessageId: expect.stringMatching(/^projects\/acme-host\/messages\/./) as string,
    });
    expect(fake.messages).toMatchObject([
      {
        message: {
          token: DEVICE.token,
          notification: MESSAGE.notification,
          data: { orderId: '1', host_message_id: 'message-1' },
          android: { priority: 'HIGH', ttl: '600s' },
        },
      },
    ]);
  });

  it('has the form of the platform that a device is registered with', async () => {
    const fcm = transport();
    for (const platform of ['ios', 'android', 'web'] as const) {
      await fcm.send(MESSAGE, { ...DEVICE, platform });
    }
    const parts = fake.messages.map(({ message }) => Object.keys(message).toSorted());
    expect(parts).toEqual([
      ['apns', 'data', 'notification', 'token'],
      ['android', 'data', 'notification', 'token'],
      ['data', 'notification', 'token', 'webpush'],
    ]);
  });

  it('can be a dry run', async () => {
    await transport().send({ ...MESSAGE, dryRun: true }, DEVICE);
    expect(fake.messages).toMatchObject([{ validate_only: true }]);
  });

  it('leaves message and address as they were', async () => {
    const message = structuredClone(MESSAGE);
    await transport().send(Object.freeze(message), Object.freeze({ ...DEVICE }));
    expect(message).toEqual(MESSAGE);
  });

  it('shares one access token with all others', async () => {
    const fcm = transport();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => fcm.send(MESSAGE, { ...DEVICE, token: `${i}` })),
    );
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(fake.grants).toBe(1);
    expect(fake.messages.map(({ message }) => message.token)).toContain('49');
  });

  it('renews the access token ahead of its end, without waiting for it', async () => {
    let now = Date.now();
    fake.now = () => now;
    const fcm = transport({ now: () => now });
    await fcm.send(MESSAGE, DEVICE);
    now += 54 * MINUTE;
    await fcm.send(MESSAGE, DEVICE);
    expect(fake.grants).toBe(1);
    now += 2 * MINUTE;
    await Promise.all([fcm.send(MESSAGE, DEVICE), fcm.send(MESSAGE, DEVICE)]);
    await expect.poll(() => fake.accessTokens.size).toBe(2);
    await fcm.send(MESSAGE, DEVICE);
    expect(fake.grants).toBe(2);
    now += 10 * MINUTE;
    // The first one is long over.
    fake.accessTokens.delete([...fake.accessTokens][0]!);
    expect(await fcm.send(MESSAGE, DEVICE)).toMatchObject({ kind: 'accepted' });
    expect(fake.grants).toBe(2);
  });
});

describe('a refusal of FCM', () => {
  it('404 UNREGISTERED drops the token', async () => {
    refuse(404, { status: 'NOT_FOUND', errorCode: 'UNREGISTERED' });
    expect(await send()).toEqual({ kind: 'dead-token', status: 404, code: 'UNREGISTERED' });
  });

  it('404 for the project holds the queue and drops no token', async () => {
    const account = { ...fake.account, projectId: 'unknown' };
    expect(await transport({ account }).send(MESSAGE, DEVICE)).toEqual({
      kind: 'auth-problem',
      status: 404,
      code: '404',
    });
  });

  it('400 INVALID_ARGUMENT drops the token when that is what was violated', async () => {
    refuse(400, {
      status: 'INVALID_ARGUMENT',
      errorCode: 'INVALID_ARGUMENT',
      violatedField: 'message.token',
    });
    expect(await send()).toEqual({ kind: 'dead-token', status: 400, code: 'INVALID_ARGUMENT' });
  });

  it('400 INVALID_ARGUMENT otherwise drops the message and keeps the token', async () => {
    refuse(400, { status: 'INVALID_ARGUMENT', violatedField: 'message.data' });
    expect(await send()).toEqual({ kind: 'rejected', status: 400, code: 'INVALID_ARGUMENT' });
    refuse(400, { status: 'INVALID_ARGUMENT', errorCode: 'INVALID_ARGUMENT' });
    expect(await send()).toEqual({ kind: 'rejected', status: 400, code: 'INVALID_ARGUMENT' });
  });

  it('403 SENDER_ID_MISMATCH puts the token in quarantine', async () => {
    refuse(403, { status: 'PERMISSION_DENIED', errorCode: 'SENDER_ID_MISMATCH' });
    expect(await send()).toEqual({ kind: 'quarantine', status: 403, code: 'SENDER_ID_MISMATCH' });
  });

  it('401 THIRD_PARTY_AUTH_ERROR holds the queue', async () => {
    refuse(401, { status: 'UNAUTHENTICATED', errorCode: 'THIRD_PARTY_AUTH_ERROR' });
    expect(await send()).toEqual({
      kind: 'auth-problem',
      status: 401,
      code: 'THIRD_PARTY_AUTH_ERROR',
    });
    expect(fake.grants).toBe(1);
  });

  it('401 for an access token asks for another one, once', async () => {
    const fcm = transport();
    await fcm.send(MESSAGE, DEVICE);
    fake.accessTokens.clear();
    expect(await fcm.send(MESSAGE, DEVICE)).toMatchObject({ kind: 'accepted' });
    expect(fake.grants).toBe(2);
    fake.accessTokens.add = () => fake.accessTokens.clear() as never;
    fake.accessTokens.clear();
    expect(await fcm.send(MESSAGE, DEVICE)).toEqual({
      kind: 'auth-problem',
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    expect(fake.grants).toBe(3);
  });

  it.each([
    [429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'],
    [500, 'INTERNAL', 'INTERNAL'],
    [503, 'UNAVAILABLE', 'UNAVAILABLE'],
  ])('%i %s is tried again after the time it names', async (status, grpc, code) => {
    refuse(status, { status: grpc, errorCode: code }, { 'retry-after': '30' });
    expect(await send()).toEqual({
      kind: 'retry',
      status,
      code,
      scope: 'service',
      retryAfterMs: 30_000,
    });
    refuse(status, { status: grpc, errorCode: code });
    expect(await send()).toEqual({ kind: 'retry', status, code, scope: 'service' });
  });

  it.each(['', '<html>', '[]', '{"error":"x"}', '{"error":{"details":7}}', '{"error":null}'])(
    'that cannot be read has its status as its code: %s',
    async (body) => {
      fake.answers.set(DEVICE.token, { status: 503, body });
      expect(await send()).toEqual({ kind: 'retry', status: 503, code: '503', scope: 'service' });
    },
  );

  it('is not decided by its text', async () => {
    const error = { status: 'INTERNAL', message: 'UNREGISTERED: message.token NotRegistered' };
    fake.answers.set(DEVICE.token, { status: 500, body: JSON.stringify({ error }) });
    expect(await send()).toEqual({
      kind: 'retry',
      status: 500,
      code: 'INTERNAL',
      scope: 'service',
    });
  });

  it.each(['', '<html>Log in to the network</html>', '{}', '{"name":7}'])(
    'disguised as success is tried again: %s',
    async (body) => {
      fake.answers.set(DEVICE.token, { status: 200, body });
      expect(await send()).toEqual({
        kind: 'retry',
        status: 200,
        code: 'unreadable-answer',
        scope: 'service',
      });
    },
  );
});

describe('trouble with FCM', () => {
  it('holds the queue when the service account is not taken', async () => {
    fake.account.clientEmail = 'another@acme-host.iam.gserviceaccount.com';
    const account = { ...fake.account, clientEmail: 'push@acme-host.iam.gserviceaccount.com' };
    expect(await transport({ account }).send(MESSAGE, DEVICE)).toEqual({
      kind: 'auth-problem',
      code: 'invalid_grant',
    });
  });

  it.each([
    [{ status: 503 }, {}],
    [
      { status: 429, headers: { 'retry-after': '5' }, body: '{"error":"x"}' },
      { retryAfterMs: 5000 },
    ],
    [{ status: 403, body: '<html>' }, {}],
    [{ status: 200, body: '{"access_token":"line\\nbreak","expires_in":1}' }, {}],
    [{ status: 200, body: 'garbage' }, {}],
  ])('is tried again when no access token is given out: %j', async (answer, more) => {
    fake.misbehave = () => answer;
    const fcm = transport();
    expect(await fcm.send(MESSAGE, DEVICE)).toEqual({
      kind: 'retry',
      code: 'no-access-token',
      scope: 'service',
      ...more,
    });
    fake.misbehave = undefined;
    expect(await fcm.send(MESSAGE, DEVICE)).toMatchObject({ kind: 'accepted' });
  });

  it.each([
    ['hangs', 'timeout', () => undefined],
    [
      'cuts the connection after reading',
      'connection-lost',
      () => {
        fake.cut();
        return undefined;
      },
    ],
    [
      'says GOAWAY',
      'goaway',
      ({ stream }: Parameters<NonNullable<FakeFcm['misbehave']>>[0]) => {
        stream.session?.goaway(11);
        return undefined;
      },
    ],
  ] as [string, string, NonNullable<FakeFcm['misbehave']>][])(
    'that %s is tried again over a new connection',
    async (_, code, misbehave) => {
      const fcm = transport({ timeoutMs: 3000 });
      await fcm.send(MESSAGE, DEVICE);
      fake.misbehave = misbehave;
      expect(await fcm.send(MESSAGE, DEVICE)).toEqual({ kind: 'retry', code, scope: 'service' });
      fake.misbehave = undefined;
      expect(await fcm.send(MESSAGE, DEVICE)).toMatchObject({ kind: 'accepted' });
    },
  );

  it('ends a send that the caller aborts', async () => {
    const fcm = transport();
    await fcm.send(MESSAGE, DEVICE);
    fake.misbehave = () => undefined;
    expect(await fcm.send(MESSAGE, DEVICE, AbortSignal.timeout(20))).toEqual({ kind: 'aborted' });
  });

  it('ends sends that are under way when it is closed', async () => {
    fake.misbehave = () => undefined;
    const fcm = transport();
    const pending = fcm.send(MESSAGE, DEVICE);
    await fcm.close();
    expect(await pending).toEqual({ kind: 'retry', code: 'closed', scope: 'service' });
  });
});

function transport(options: Partial<FcmOptions> = {}): FcmTransport {
  const made = new FcmTransport({
    account: { ...fake.account },
    origin: fake.origin,
    ca: fake.ca,
    timeoutMs: 60_000,
    ...options,
  });
  transports.push(made);
  return made;
}

function send() {
  return transport().send(MESSAGE, DEVICE);
}

function refuse(...refusal: Parameters<typeof fcmRefusal>): void {
  fake.answers.set(DEVICE.token, fcmRefusal(...refusal));
}
