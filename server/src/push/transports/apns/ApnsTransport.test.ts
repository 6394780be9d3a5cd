import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  type FakeApns,
  apnsRefusal,
  startFakeApns,
} from '../../../testing/push-services/startFakeApns.ts';
import type { ApnsAddress, OutgoingMessage } from '../Transport.types.ts';
import { type ApnsOptions, ApnsTransport } from './ApnsTransport.ts';

const MINUTE = 60_000;
const OTHER_DEVICE = 'ef'.repeat(32);
const DEVICE: ApnsAddress = {
  transport: 'apns',
  token: 'ab'.repeat(32),
  registeredAt: 1_700_000_000_000,
  environment: 'production',
};
const MESSAGE: OutgoingMessage = {
  id: 'message-1',
  notification: { title: 'Shipped', body: 'On its way' },
  data: { orderId: '1' },
  priority: 'high',
  remainingSeconds: 600,
};

let production: FakeApns;
let sandbox: FakeApns;
const transports: ApnsTransport[] = [];

beforeEach(async () => {
  [production, sandbox] = [await startFakeApns(), await startFakeApns()];
});

afterEach(async () => {
  for (const each of transports.splice(0)) await each.close();
  await production.close();
  await sandbox.close();
});

describe('a send over APNs', () => {
  it('is taken with every header that Apple wants', async () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    production.now = () => now;
    const outcome = await transport({ now: () => now }).send(
      { ...MESSAGE, collapseKey: 'order' },
      DEVICE,
    );
    const [push] = production.pushes;
    expect(outcome).toEqual({
      kind: 'accepted',
      status: 200,
      serviceMessageId: push!.headers['apns-id'],
    });
    expect(push!.token).toBe(DEVICE.token);
    expect(push!.headers).toEqual({
      'apns-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'apns-topic': production.topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(now / 1000 + 600),
      'apns-collapse-id': 'order',
    });
  });

  it('has the same id at every attempt and another for every device', async () => {
    const apns = transport();
    await apns.send(MESSAGE, DEVICE);
    await apns.send({ ...MESSAGE, remainingSeconds: 1 }, DEVICE);
    await apns.send(MESSAGE, { ...DEVICE, token: OTHER_DEVICE });
    const [first, again, other] = production.pushes.map(({ headers }) => headers['apns-id']);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('leaves message and address as they were', async () => {
    const message = structuredClone(MESSAGE);
    await transport().send(Object.freeze(message), Object.freeze({ ...DEVICE }));
    expect(message).toEqual(MESSAGE);
  });

  it('signs once for many sends, and again between 20 and 60 minutes later', async () => {
    let now = Date.now();
    production.now = () => now;
    const apns = transport({ now: () => now });
    const signed = async () => {
      expect(await apns.send(MESSAGE, DEVICE)).toMatchObject({ kind: 'accepted' });
      return production.providerTokens.size;
    };
    const start = now;
    const changes: number[] = [];
    for (let minute = 0; minute <= 180; minute += 5) {
      now = start + minute * MINUTE;
      const before = production.providerTokens.size;
      if ((await signed()) > before) changes.push(minute);
    }
    const gaps = changes.slice(1).map((minute, i) => minute - changes[i]!);
    expect(gaps.length).toBeGreaterThan(1);
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(20);
      expect(gap).toBeLessThan(60);
    }
  });

  it('does not go out as a dry run, which Apple does not have', async () => {
    const outcome = await transport().send({ ...MESSAGE, dryRun: true }, DEVICE);
    expect(outcome).toEqual({ kind: 'accepted' });
    expect(production.pushes).toEqual([]);
  });

  it('that is too large is known before it goes out', async () => {
    const data = { text: 'x'.repeat(4096) };
    expect(await transport().send({ ...MESSAGE, data }, DEVICE)).toEqual({
      kind: 'too-large',
      code: 'PayloadTooLarge',
    });
    expect(production.sessions.size).toBe(0);
  });

  it.each(['', 'xyz', '../../etc', `${'ab'.repeat(32)}/..`, 'ab'.repeat(300)])(
    'to "%.20s" goes nowhere, since that is no token',
    async (token) => {
      const outcome = await transport().send(MESSAGE, { ...DEVICE, token });
      expect(outcome).toEqual({ kind: 'dead-token', code: 'malformed-token' });
      expect(production.sessions.size).toBe(0);
    },
  );

  it('carries many at once over one connection', async () => {
    const apns = transport();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) => apns.send({ ...MESSAGE, id: `message-${i}` }, DEVICE)),
    );
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(production.sessions.size).toBe(1);
  });

  it('is signed anew once a clock that was ahead is set right, and not when it is adjusted', async () => {
    const real = Date.now();
    let now = real + 600 * MINUTE;
    production.now = () => now;
    const apns = transport({ now: () => now });
    await apns.send(MESSAGE, DEVICE);
    now = real;
    await apns.send(MESSAGE, DEVICE);
    expect(production.providerTokens.size).toBe(2);
    now = real - 1000;
    await apns.send(MESSAGE, DEVICE);
    expect(production.providerTokens.size).toBe(2);
  });
});

describe('a refusal of APNs', () => {
  it('410 Unregistered drops the token when it died after the last registration', async () => {
    refuse(410, 'Unregistered', { timestamp: DEVICE.registeredAt + 1 });
    expect(await transport().send(MESSAGE, DEVICE)).toEqual({
      kind: 'dead-token',
      status: 410,
      code: 'Unregistered',
    });
  });

  it.each([
    ['before the last registration', { timestamp: DEVICE.registeredAt - 1 }],
    ['at a time that is not told', {}],
  ])('410 Unregistered keeps a token that died %s', async (_, more) => {
    refuse(410, 'Unregistered', more);
    expect(await transport().send(MESSAGE, DEVICE)).toEqual({
      kind: 'retry',
      status: 410,
      code: 'Unregistered',
      scope: 'device',
    });
  });

  it.each(['BadDeviceToken', 'DeviceTokenNotForTopic'])(
    '400 %s drops the token once environment and topic have worked, and not before',
    async (code) => {
      refuse(400, code);
      const apns = transport();
      expect(await apns.send(MESSAGE, DEVICE)).toEqual({ kind: 'quarantine', status: 400, code });
      await apns.send(MESSAGE, { ...DEVICE, token: OTHER_DEVICE });
      expect(await apns.send(MESSAGE, DEVICE)).toEqual({ kind: 'dead-token', status: 400, code });
    },
  );

  it('400 BadDeviceToken tries the other environment for a device that does not name its own', async () => {
    const { environment, ...unknown } = DEVICE;
    expect(environment).toBe('production');
    refuse(400, 'BadDeviceToken');
    expect(await transport().send(MESSAGE, unknown)).toMatchObject({ kind: 'accepted' });
    expect(sandbox.pushes).toHaveLength(1);
  });

  it('400 BadDeviceToken in both environments drops the token', async () => {
    const { environment, ...unknown } = DEVICE;
    expect(environment).toBe('production');
    refuse(400, 'BadDeviceToken');
    sandbox.answers.set(DEVICE.token, apnsRefusal(400, 'BadDeviceToken'));
    const apns = transport();
    await apns.send(MESSAGE, { ...unknown, token: OTHER_DEVICE });
    expect(await apns.send(MESSAGE, unknown)).toEqual({
      kind: 'dead-token',
      status: 400,
      code: 'BadDeviceToken',
    });
  });

  it('403 ExpiredProviderToken signs again once and sends again', async () => {
    let now = Date.now();
    production.now = () => now;
    const apns = transport({ now: () => now });
    await apns.send(MESSAGE, DEVICE);
    now += 30 * MINUTE;
    // For Apple, whose clock is ahead, it is older than an hour.
    production.now = () => now + 40 * MINUTE;
    const outcomes = await Promise.all([apns.send(MESSAGE, DEVICE), apns.send(MESSAGE, DEVICE)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted']);
    expect(production.providerTokens.size).toBe(2);
  });

  it('403 ExpiredProviderToken of a token that was just signed holds the queue: the clock is wrong', async () => {
    production.now = () => Date.now() + 90 * MINUTE;
    const apns = transport();
    for (let i = 0; i < 3; i++) {
      expect(await apns.send(MESSAGE, DEVICE)).toEqual({
        kind: 'auth-problem',
        status: 403,
        code: 'ExpiredProviderToken',
      });
    }
    expect(production.providerTokens.size).toBe(1);
  });

  it('403 InvalidProviderToken holds the queue', async () => {
    production.key.keyId = 'ZZZZZZZZZZ';
    const key = { ...production.key, keyId: 'ABC123DEFG' };
    expect(await transport({ key }).send(MESSAGE, DEVICE)).toEqual({
      kind: 'auth-problem',
      status: 403,
      code: 'InvalidProviderToken',
    });
  });

  it('413 is a permanent failure', async () => {
    refuse(413, 'PayloadTooLarge');
    expect(await transport().send(MESSAGE, DEVICE)).toEqual({
      kind: 'too-large',
      status: 413,
      code: 'PayloadTooLarge',
    });
  });

  it('429 TooManyRequests makes that device wait, for as long as Apple says', async () => {
    const answer = apnsRefusal(429, 'TooManyRequests');
    production.answers.set(DEVICE.token, { ...answer, headers: { 'retry-after': '7' } });
    expect(await transport().send(MESSAGE, DEVICE)).toEqual({
      kind: 'retry',
      status: 429,
      code: 'TooManyRequests',
      scope: 'device',
      retryAfterMs: 7000,
    });
  });

  it.each([
    [500, 'InternalServerError'],
    [503, 'ServiceUnavailable'],
    [503, 'Shutdown'],
  ])('%i %s is tried again later', async (status, code) => {
    refuse(status, code);
    expect(await transport().send(MESSAGE, DEVICE)).toEqual({
      kind: 'retry',
      status,
      code,
      scope: 'service',
    });
  });

  it('that cannot be read has its status as its code', async () => {
    production.answers.set(DEVICE.token, { status: 503, body: '<html>' });
    expect(await transport().send(MESSAGE, DEVICE)).toMatchObject({ kind: 'retry', code: '503' });
  });
});

describe('trouble with APNs', () => {
  it.each([
    ['hangs', 'timeout', () => undefined],
    [
      'cuts the connection after reading',
      'connection-lost',
      () => {
        production.cut();
        return undefined;
      },
    ],
    [
      'says GOAWAY',
      'goaway',
      ({ stream }: Parameters<NonNullable<FakeApns['misbehave']>>[0]) => {
        stream.session?.goaway(11);
        return undefined;
      },
    ],
  ] as [string, string, NonNullable<FakeApns['misbehave']>][])(
    'that %s is tried again over a new connection',
    async (_, code, misbehave) => {
      const apns = transport({ timeoutMs: 3000 });
      production.misbehave = misbehave;
      expect(await apns.send(MESSAGE, DEVICE)).toEqual({ kind: 'retry', code, scope: 'service' });
      production.misbehave = undefined;
      expect(await apns.send(MESSAGE, DEVICE)).toMatchObject({ kind: 'accepted' });
    },
  );

  it('ends a send that the caller aborts', async () => {
    production.misbehave = () => undefined;
    const signal = AbortSignal.timeout(20);
    expect(await transport().send(MESSAGE, DEVICE, signal)).toEqual({ kind: 'aborted' });
  });

  it('ends sends that are under way when it is closed', async () => {
    production.misbehave = () => undefined;
    const apns = transport();
    const pending = apns.send(MESSAGE, DEVICE);
    await apns.close();
    expect(await pending).toEqual({ kind: 'retry', code: 'closed', scope: 'service' });
  });
});

function transport(options: Partial<ApnsOptions> = {}): ApnsTransport {
  // Both environments take the same key.
  sandbox.key = production.key;
  const made = new ApnsTransport({
    key: { ...production.key },
    topic: production.topic,
    origins: { production: production.origin, sandbox: sandbox.origin },
    ca: production.ca,
    timeoutMs: 60_000,
    ...options,
  });
  transports.push(made);
  return made;
}

function refuse(status: number, reason: string, more: object = {}): void {
  production.answers.set(DEVICE.token, apnsRefusal(status, reason, more));
}
