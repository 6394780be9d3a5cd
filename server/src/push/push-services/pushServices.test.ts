import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { testEngines } from '../../testing/testEngines.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';
import type { ApnsAddress, FcmAddress, WebPushAddress } from '../transports/Transport.types.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { webPushSubscription } from '../../http/docs/examples.ts';

describe.each(testEngines())('devices that another service reaches ($name)', (engine) => {
  const fcm = new MemoryTransport<FcmAddress>('fcm');
  const webpush = new MemoryTransport<WebPushAddress>('webpush');
  let push: PushServer;
  beforeAll(async () => {
    push = await startPushServer({ engine, pushTransports: [fcm, webpush] as never });
  });
  afterAll(() => push.close());
  beforeEach(() => {
    fcm.answer = () => ({ kind: 'accepted' });
    webpush.answer = () => ({ kind: 'accepted' });
    fcm.sent.splice(0);
    webpush.sent.splice(0);
  });

  let tokens = 0;
  const register = async (topics: string[] = [], token = `fcm:${engine.name}-${++tokens}`) => {
    await push.server.post(
      '/devices/register',
      { token, platform: 'android' },
      { token: undefined },
    );
    for (const topic of topics) {
      await push.raw({ url: `/iid/v1/${encodeURIComponent(token)}/rel/topics/${topic}` });
    }
    return token;
  };
  const until = async <Found>(find: () => Promise<Found | undefined> | Found | undefined) => {
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      await wait(10);
    }
  };
  const idOf = async (body: object) => {
    const answer = (await push.fcm(body)).json();
    return (answer.message_id ?? answer.results[0].message_id) as string;
  };
  const untilState = (id: string, state: string) =>
    until(async () => {
      const record = await push.status(id);
      return record.state === state ? record : undefined;
    });
  const jobs = () => push.server.db.all('SELECT * FROM push_jobs');
  /** What is put off is brought forward, once those who are there have acknowledged. */
  const hurryUntilNoJobIsLeft = () =>
    until(async () => {
      await wait(500);
      await push.server.db.run('UPDATE push_jobs SET due_at = 0 WHERE due_at > ?', Date.now());
      return (await jobs()).length === 0 ? true : undefined;
    });

  it('are counted from nothing on where it refuses us: the first refusal is one more than before', async () => {
    const { body } = await push.server.send('GET', '/metrics');
    expect(body).toContain(
      'push_service_sends_total{transport="webpush",outcome="auth-problem"} 0\n',
    );
  });

  it('get a message through it, with what is left of its time', async () => {
    const token = await register();
    const id = await idOf({ to: token, data: { a: 'b' }, collapse_key: 'c', time_to_live: 60 });
    await untilState(id, 'sent');
    expect(fcm.sent).toHaveLength(1);
    const [{ message, address }] = fcm.sent as [(typeof fcm.sent)[0]];
    expect(address).toEqual({ transport: 'fcm', token, platform: 'android' });
    expect(message).toMatchObject({ data: { a: 'b' }, collapseKey: 'c', priority: 'normal' });
    expect(message.remainingSeconds).toBeGreaterThan(50);
    expect(message.remainingSeconds).toBeLessThanOrEqual(60);
    expect(await until(async () => ((await jobs()).length === 0 ? true : undefined))).toBe(true);
  });

  it('are not held up by a service that hangs', async () => {
    const [slow, fast] = [await register(), await register()];
    let release: (outcome: { kind: 'accepted' }) => void = () => undefined;
    const hung = new Promise<{ kind: 'accepted' }>((resolve) => (release = resolve));
    fcm.answer = (_, { token }) => (token === slow ? hung : { kind: 'accepted' });
    const stuck = await idOf({ to: slow });
    await until(() => (fcm.sent.length > 0 ? true : undefined));
    const ids = await Promise.all(Array.from({ length: 100 }, () => idOf({ to: fast })));
    for (const id of ids) await untilState(id, 'sent');
    expect((await push.status(stuck)).state).toBe('stored');
    release({ kind: 'accepted' });
    await untilState(stuck, 'sent');
  });

  it('get what is sent to their topics and conditions, each once', async () => {
    const topic = `up-${engine.name}`;
    const [one, other] = [await register([topic]), await register([topic])];
    await register([]);
    await idOf({ to: `/topics/${topic}`, data: { n: 'topic' } });
    await idOf({ condition: `'${topic}' in topics && !('x' in topics)`, data: { n: 'condition' } });
    await until(() => (fcm.sent.length >= 4 ? true : undefined));
    await until(async () => ((await jobs()).length === 0 ? true : undefined));
    const sent = fcm.sent.map(({ message, address }) => `${message.data!['n']} ${address.token}`);
    expect(sent.toSorted()).toEqual(
      ['condition', 'topic'].flatMap((n) => [`${n} ${one}`, `${n} ${other}`]).toSorted(),
    );
  });

  it('are forgotten when the service says that the token is dead, and the neighbours are not sent to again', async () => {
    const topic = `dead-${engine.name}`;
    const [dead, alive] = [await register([topic]), await register([topic])];
    fcm.answer = (_, { token }) =>
      token === dead ? { kind: 'dead-token', code: 'UNREGISTERED' } : { kind: 'accepted' };
    await idOf({ to: `/topics/${topic}` });
    await until(() => (fcm.sent.length >= 2 ? true : undefined));
    await until(async () => {
      const [result] = (await push.fcm({ to: dead, dry_run: true })).json().results;
      return result.error === 'NotRegistered' ? true : undefined;
    });
    await until(async () => ((await jobs()).length === 0 ? true : undefined));
    expect(fcm.sent.filter(({ address }) => address.token === alive)).toHaveLength(1);
  });

  it('are tried again after the time that the service asks for, and not forever', async () => {
    const token = await register();
    let attempts = 0;
    fcm.answer = () =>
      ++attempts < 3
        ? { kind: 'retry', code: '503', retryAfterMs: 0, scope: 'device' }
        : { kind: 'accepted' };
    const id = await idOf({ to: token });
    // Waiting grows at random: it is brought forward here.
    const hurry = async () => {
      await push.server.db.run('UPDATE push_jobs SET due_at = 0 WHERE attempts > 0');
      return attempts >= 3 ? true : undefined;
    };
    await until(hurry);
    await untilState(id, 'sent');
    expect(new Set(fcm.sent.map(({ message }) => message.id)).size).toBe(1);

    fcm.answer = () => ({ kind: 'retry', code: '500', scope: 'device' });
    const lost = await idOf({ to: token });
    await until(async () => {
      await hurry();
      const { deliveries } = await push.status(lost);
      return deliveries![0]!.state === 'dropped' ? deliveries : undefined;
    });
    expect((await push.status(lost)).deliveries).toMatchObject([
      { state: 'dropped', reason: 'retries-exhausted:500' },
    ]);
    const letters = await push.server.db.all('SELECT transport, reason FROM push_dead_letters');
    expect(letters).toContainEqual({ transport: 'fcm', reason: 'retries-exhausted:500' });
  });

  it('are put aside when the service takes them for those of another sender', async () => {
    const token = await register();
    fcm.answer = () => ({ kind: 'quarantine', code: 'SENDER_ID_MISMATCH' });
    await idOf({ to: token });
    await until(async () => {
      const [result] = (await push.fcm({ to: token, dry_run: true })).json().results;
      return result.error === 'MismatchSenderId' ? true : undefined;
    });
    await register([], token);
    expect((await push.fcm({ to: token, dry_run: true })).json()).toMatchObject({ success: 1 });
  });

  it.each(['dead-token', 'quarantine'] as const)(
    'that were registered anew meanwhile are not the ones that are found to be a %s',
    async (kind) => {
      const { token, key } = await push.phone();
      fcm.answer = async () => {
        const anew = { token, platform: 'ios', key };
        await push.server.post('/devices/register', anew, { token: undefined });
        return { kind, code: 'UNREGISTERED' };
      };
      await untilState(await idOf({ to: token }), 'dropped');
      expect((await push.fcm({ to: token, dry_run: true })).json()).toMatchObject({ success: 1 });
    },
  );

  it.each(['rejected', 'too-large'] as const)('drop what is %s, with the reason', async (kind) => {
    const token = await register();
    fcm.answer = () => ({ kind, code: 'INVALID_ARGUMENT' });
    const id = await idOf({ to: token });
    const { deliveries } = await untilState(id, 'dropped');
    expect(deliveries).toMatchObject([{ state: 'dropped', reason: 'INVALID_ARGUMENT' }]);
  });

  it('wait while our credentials are not accepted', async () => {
    const token = await register();
    fcm.answer = () => ({ kind: 'auth-problem', code: 'THIRD_PARTY_AUTH_ERROR' });
    const id = await idOf({ to: token });
    await until(() => (fcm.sent.length > 0 ? true : undefined));
    expect((await push.status(id)).state).toBe('stored');
    expect((await jobs()).length).toBeGreaterThan(0);
    await push.server.db.run('DELETE FROM push_jobs');
  });

  it('get what is to be had now or never at once, or not at all', async () => {
    const token = await register();
    fcm.answer = () => ({ kind: 'retry', code: '503', scope: 'device' });
    const id = await idOf({ to: token, time_to_live: 0 });
    await untilState(id, 'expired');
    await until(async () => ((await jobs()).length === 0 ? true : undefined));
    expect(fcm.sent.length).toBeLessThanOrEqual(1);
  });

  it('of Apple are refused at once while there are no credentials for Apple', async () => {
    const apns: ApnsAddress['token'] = 'ab'.repeat(32);
    await push.server.post(
      '/devices/register',
      { token: apns, platform: 'ios' },
      { token: undefined },
    );
    expect((await push.fcm({ to: apns })).json().results).toEqual([
      { error: 'InvalidApnsCredential' },
    ]);
  });

  it('of Apple are refused while Apple does not take our credentials, and not a moment longer', async () => {
    const apple = new MemoryTransport<ApnsAddress>('apns');
    apple.answer = () => ({ kind: 'auth-problem', code: 'InvalidProviderToken' });
    const other = await startPushServer({ engine, pushTransports: [apple] as never });
    const token = 'cd'.repeat(32);
    const body = { token, platform: 'ios' };
    await other.server.post('/devices/register', body, { token: undefined });
    const resultOf = async () => (await other.fcm({ to: token })).json().results[0];
    // The first is accepted: nobody knows yet.
    expect(await resultOf()).toEqual({ message_id: expect.any(String) });
    await until(() => (apple.sent.length > 0 ? true : undefined));
    await until(async () =>
      (await resultOf()).error === 'InvalidApnsCredential' ? true : undefined,
    );
    apple.answer = () => ({ kind: 'accepted' });
    const mended = async () => ('message_id' in (await resultOf()) ? true : undefined);
    expect(await until(mended)).toBe(true);
    await other.close();
  });

  it('are browsers with a token of ours: by Web Push while they are not connected', async () => {
    const device = await push.device();
    const saved = await push.server.post('/v1/push/web-push', webPushSubscription, {
      token: device.key,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const id = await idOf({ to: device.token, data: { n: 'away' } });
    await untilState(id, 'sent');
    expect(webpush.sent[0]!.address).toEqual({ transport: 'webpush', ...webPushSubscription });

    const client = await push.connect(device);
    await client.received(1);
    await idOf({ to: device.token, data: { n: 'here' } });
    await client.received(2);
    await hurryUntilNoJobIsLeft();
    expect(webpush.sent).toHaveLength(1);

    await client.close();
    webpush.answer = () => ({ kind: 'dead-token', code: '410' });
    await until(async () => {
      await idOf({ to: device.token });
      const row = await push.server.db.get<{ upstream: string | null }>(
        'SELECT upstream FROM devices WHERE id = ?',
        Number(device.deviceId),
      );
      return row!.upstream === null ? true : undefined;
    });
    // The token lives on without it.
    expect((await push.fcm({ to: device.token })).json()).toMatchObject({ success: 1 });
  });

  it('are reached by Web Push soon when they go without having acknowledged what they were sent', async () => {
    const device = await push.device();
    await push.server.post('/v1/push/web-push', webPushSubscription, { token: device.key });
    const client = await push.connect(device, { acknowledges: false });
    const sentAt = Date.now();
    await idOf({ to: device.token, data: { n: 'last' } });
    await client.received(1);
    // A node has seen that it is connected, and does not hold the job any more: it would for a minute.
    await until(async () => {
      const waiting = 'SELECT id FROM push_jobs WHERE device_id = ? AND due_at BETWEEN ? AND ?';
      return push.server.db.get(waiting, Number(device.deviceId), sentAt + 1000, sentAt + 30_000);
    });
    expect(webpush.sent).toEqual([]);
    await client.close();
    expect(await until(() => webpush.sent[0]?.message)).toMatchObject({ data: { n: 'last' } });
  });

  it('are skipped when the message expired while it waited', async () => {
    const token = await register();
    let failed = 0;
    fcm.answer = () => {
      failed++;
      return { kind: 'retry', code: '503', retryAfterMs: 1500, scope: 'device' };
    };
    const id = await idOf({ to: token, time_to_live: 1 });
    const { deliveries } = await untilState(id, 'expired');
    expect(deliveries).toMatchObject([{ state: 'expired' }]);
    await until(async () => ((await jobs()).length === 0 ? true : undefined));
    expect(failed).toBeLessThanOrEqual(2);
  });
});
