import { setTimeout as wait } from 'node:timers/promises';

import type { InboxPage, RegisteredDevice } from '@host/contracts';
import { afterEach, describe, expect, it } from 'vitest';

import { testEngines } from '../testing/testEngines.ts';
import { apnsRefusal, startFakeApns } from '../testing/push-services/startFakeApns.ts';
import { fcmRefusal, startFakeFcm } from '../testing/push-services/startFakeFcm.ts';
import { sweep } from './Housekeeping.ts';
import { type PushServer, startPushServer } from './testing/pushServer.ts';
import { signUp } from './testing/signUp.ts';
import { ApnsTransport } from './transports/apns/ApnsTransport.ts';
import { FcmTransport } from './transports/fcm/FcmTransport.ts';
import { MemoryTransport } from './transports/MemoryTransport.ts';
import type { ApnsAddress, FcmAddress, Transport } from './transports/Transport.types.ts';

const DAY = 24 * 60 * 60 * 1000;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** What users of other gateways complain about, each as a statement that holds here. */
describe.each(testEngines())('it holds ($name):', (engine) => {
  const start = async (...transports: (Transport<FcmAddress> | Transport<ApnsAddress>)[]) => {
    const push = await startPushServer({ engine, pushTransports: transports });
    endings.push(() => push.close());
    return push;
  };
  const register = async (
    push: PushServer,
    token: string,
    session?: string,
    platform = 'android',
  ) => {
    const body = { token, platform };
    const response = await push.server.post('/devices/register', body, { token: session });
    return response.json<RegisteredDevice>();
  };
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await wait(10);
  };
  const untilNothingIsLeft = ({ server }: PushServer) =>
    until(async () => (await server.db.all('SELECT id FROM push_jobs')).length === 0);
  const tokensOf = ({ sent }: MemoryTransport<FcmAddress>) =>
    sent.map(({ address }) => address.token);

  it('More than 500 tokens in a request are chunked, never dropped in silence.', async () => {
    const fcm = new MemoryTransport<FcmAddress>('fcm');
    const push = await start(fcm);
    const tokens = Array.from({ length: 1000 }, (_, index) => `fcm:${index}`);
    for (let from = 0; from < tokens.length; from += 100) {
      await Promise.all(tokens.slice(from, from + 100).map((token) => register(push, token)));
    }
    const answer = (await push.fcm({ registration_ids: tokens })).json();
    expect(answer).toMatchObject({ success: 1000, failure: 0 });
    await untilNothingIsLeft(push);
    expect(tokensOf(fcm).toSorted()).toEqual(tokens.toSorted());
    const tooMany = await push.fcm({ registration_ids: [...tokens, 'one more'] });
    expect([tooMany.statusCode, tooMany.body]).toEqual([
      400,
      'Number of messages on bulk (1001) exceeds maximum allowed (1000)',
    ]);
  });

  it("Dead tokens are reported to the sender and pruned by the error's code, never by its text.", async () => {
    const google = await startFakeFcm();
    endings.push(() => google.close());
    const { account, origin, ca } = google;
    const push = await start(new FcmTransport({ account, origin, ca }));
    for (const token of ['dead', 'alive']) await register(push, token);
    google.answers.set('dead', fcmRefusal(404, { status: 'NOT_FOUND', errorCode: 'UNREGISTERED' }));
    const words = { code: 400, status: 'INVALID_ARGUMENT', message: 'UNREGISTERED: not found' };
    google.answers.set('alive', { status: 400, body: JSON.stringify({ error: words }) });
    await push.fcm({ registration_ids: ['dead', 'alive'], data: { n: '1' } });
    await untilNothingIsLeft(push);
    const next = (await push.fcm({ registration_ids: ['dead', 'alive'] })).json();
    expect(next.results).toEqual([{ error: 'NotRegistered' }, { message_id: expect.any(String) }]);
  });

  it('Every device gets its own copy of the options; shared options are never changed along the way.', async () => {
    const fcm = new MemoryTransport<FcmAddress>('fcm');
    const failures: unknown[] = [];
    fcm.answer = (message) => {
      // A transport that would change what it is given.
      try {
        Object.assign(message.data!, { n: 'changed' });
      } catch (error) {
        failures.push(error);
      }
      return { kind: 'accepted' };
    };
    const push = await start(fcm);
    const tokens = ['fcm:a', 'fcm:b', 'fcm:c'];
    for (const token of tokens) await register(push, token);
    const device = await push.device();
    const client = await push.connect(device);
    const options = { data: { n: '1' }, collapse_key: 'c', time_to_live: 600 };
    await push.fcm({ registration_ids: [...tokens, device.token], ...options });
    await untilNothingIsLeft(push);
    expect(failures).toHaveLength(3);
    for (const { message } of fcm.sent) {
      expect(message).toMatchObject({ data: { n: '1' }, collapseKey: 'c', priority: 'normal' });
    }
    expect((await client.received(1))[0]).toMatchObject({ data: { n: '1' }, collapseKey: 'c' });
  });

  it('The same token under a new user or after a new login is one registration.', async () => {
    const push = await start();
    const [ada, bob] = [await signUp(push), await signUp(push)];
    const { token, key, deviceId } = await push.phone();
    for (const session of [ada.session, bob.session, undefined, ada.session]) {
      const body = { token, platform: 'android', key };
      const answer = await push.server.post('/devices/register', body, { token: session });
      expect(answer.json()).toMatchObject({ deviceId });
    }
    expect(await push.server.db.all('SELECT id FROM devices')).toHaveLength(1);
  });

  it('The same idempotency key with the same body gives the same message id and one delivery; with another body, an error.', async () => {
    const push = await start();
    const device = await push.device();
    const client = await push.connect(device);
    const key = { 'idempotency-key': 'order-42' };
    const body = { to: device.token, data: { n: '1' } };
    const [first, again] = [await push.fcm(body, key), await push.fcm(body, key)];
    expect(again.body).toBe(first.body);
    expect(first.json()).toMatchObject({ success: 1 });
    const other = await push.fcm({ ...body, data: { n: '2' } }, key);
    expect(other.statusCode).toBe(400);
    await push.fcm({ to: device.token, data: { n: '3' } });
    expect((await client.received(2)).map(({ data }) => data!['n'])).toEqual(['1', '3']);
  });

  it('One invalid token never sends again to its neighbours.', async () => {
    const fcm = new MemoryTransport<FcmAddress>('fcm');
    let attempts = 0;
    fcm.answer = (_, { token }) => {
      if (token === 'fcm:dead') return { kind: 'dead-token', code: 'UNREGISTERED' };
      const isFirst = token === 'fcm:slow' && attempts++ === 0;
      return isFirst ? { kind: 'retry', code: '503', scope: 'device' } : { kind: 'accepted' };
    };
    const push = await start(fcm);
    const tokens = ['fcm:a', 'fcm:dead', 'fcm:slow', 'fcm:b'];
    for (const token of tokens) await register(push, token);
    const list = ['fcm:a', 'bad\ntoken', 'fcm:dead', 'unknown', 'fcm:slow', 'fcm:b'];
    await push.fcm({ registration_ids: list });
    await until(() => attempts > 1);
    await untilNothingIsLeft(push);
    expect(tokensOf(fcm).toSorted()).toEqual([...tokens, 'fcm:slow'].toSorted());
  });

  it('The unread count equals the rows that are unread, under concurrent writes.', async () => {
    const push = await start();
    const { session } = await signUp(push);
    const { token } = await push.device({ session });
    const send = (n: number) => push.fcm({ to: token, notification: { title: String(n) } });
    const read = async () =>
      (await push.server.send('GET', '/v1/inbox?limit=100', { token: session })).json<InboxPage>();
    for (let n = 0; n < 30; n++) await send(n);
    const { items } = await read();
    await Promise.all([
      ...items
        .slice(0, 20)
        .map(({ id }) => push.server.post(`/v1/inbox/${id}/read`, {}, { token: session })),
      ...items
        .slice(15, 25)
        .map(({ id }) => push.server.send('DELETE', `/v1/inbox/${id}`, { token: session })),
      ...Array.from({ length: 10 }, (_, n) => send(n)),
    ]);
    const page = await read();
    expect(page.unreadCount).toBe(page.items.filter(({ readAt }) => readAt === undefined).length);
    expect(page.unreadCount).toBe(5 + 10);
  });

  it('Stale tokens expire by when they were last seen.', async () => {
    const push = await start();
    const { db } = push.server;
    for (const token of ['stale', 'seen']) await register(push, token);
    await db.run('UPDATE devices SET created_at = 1, last_seen = 1');
    // Seen again: that it was registered long ago does not matter.
    await register(push, 'seen');
    await sweep(db, Date.now());
    const results = (await push.fcm({ registration_ids: ['stale', 'seen'] })).json().results;
    expect(results).toEqual([{ error: 'NotRegistered' }, { message_id: expect.any(String) }]);
    await sweep(db, Date.now() + 271 * DAY);
    expect((await push.fcm({ to: 'seen' })).json().results).toEqual([{ error: 'NotRegistered' }]);
  });

  it('The time that a message waited is taken off its time to live; an expired one is skipped and counted.', async () => {
    const apple = await startFakeApns();
    endings.push(() => apple.close());
    const { key, topic, origin, ca } = apple;
    const transport = new ApnsTransport({
      key,
      topic,
      origins: { production: origin, sandbox: origin },
      ca,
    });
    const sent: { kind: string; seconds: number }[] = [];
    const watched: Transport<ApnsAddress> = {
      name: 'apns',
      async send(message, address) {
        const outcome = await transport.send(message, address);
        sent.push({ kind: outcome.kind, seconds: message.remainingSeconds });
        return outcome;
      },
      close: () => transport.close(),
    };
    const push = await start(watched);
    const token = 'ab'.repeat(32);
    await register(push, token);
    const refusal = apnsRefusal(429, 'TooManyRequests');
    apple.answers.set(token, { ...refusal, headers: { 'retry-after': '2' } });
    const sendFor = async (seconds: number) =>
      (await push.fcm({ to: token, time_to_live: seconds })).json().results[0].message_id as string;
    const lasting = await sendFor(600);
    const short = await sendFor(1);
    await until(() => sent.length >= 2);
    apple.answers.delete(token);
    await until(async () => (await push.status(lasting)).state === 'sent');
    const accepted = sent.find(({ kind }) => kind === 'accepted');
    expect(accepted!.seconds).toBeLessThanOrEqual(598);
    await until(async () => (await push.status(short)).counts.expired === 1);
    expect(await push.status(short)).toMatchObject({ state: 'expired', counts: { sent: 0 } });
    expect(apple.pushes).toHaveLength(1);
    await until(async () => {
      const { body } = await push.server.send('GET', '/metrics');
      return /push_deliveries_total\{state="expired"\} [1-9]/.test(body);
    });
  });

  it('Badge counts sent by the server are absolute.', async () => {
    const [google, apple] = [await startFakeFcm(), await startFakeApns()];
    endings.push(
      () => google.close(),
      () => apple.close(),
    );
    const push = await start(
      new FcmTransport({ account: google.account, origin: google.origin, ca: google.ca }),
      new ApnsTransport({
        key: apple.key,
        topic: apple.topic,
        origins: { production: apple.origin, sandbox: apple.origin },
        ca: apple.ca,
      }),
    );
    const tokens = ['fcm:android', 'fcm:ios', 'cd'.repeat(32)];
    await register(push, tokens[0]!);
    await register(push, tokens[1]!, undefined, 'ios');
    await register(push, tokens[2]!);
    for (let time = 0; time < 2; time++) {
      const notification = { title: 'Mail', badge: '7' };
      await push.fcm({ registration_ids: tokens, notification });
    }
    await untilNothingIsLeft(push);
    expect(apple.pushes.map(({ payload }) => payload['aps'])).toMatchObject([
      { badge: 7 },
      { badge: 7 },
    ]);
    const android = { android: { notification: { notification_count: 7 } } };
    const ios = { apns: { payload: { aps: { badge: 7 } } } };
    const sentTo = (token: string) =>
      google.messages.map(({ message }) => message).filter((each) => each.token === token);
    expect(sentTo('fcm:android')).toMatchObject([android, android]);
    expect(sentTo('fcm:ios')).toMatchObject([ios, ios]);
  });
});
