import { LIMITS, OWN_NOTIFICATION_KEY, type ScheduledNotifications } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { documentedBlock } from '../../../../scripts/build/documentedBlock.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { signUp } from '../testing/signUp.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';

const PATH = '/v1/push/scheduled';
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe.each(testEngines())('what a device schedules for itself ($name)', (engine) => {
  let push: PushServer;
  const browsers = new MemoryTransport('webpush');
  beforeAll(async () => {
    push = await startPushServer({ engine, pushTransports: [browsers] });
  });
  afterAll(() => push.close());

  const put = (key: string, id: string, change: object = {}) =>
    push.server.send('PUT', `${PATH}/${encodeURIComponent(id)}`, {
      token: key,
      payload: { sendAt: inMs(60_000), title: 'Tea', body: 'It is ready', ...change },
    });
  const list = async (key: string) =>
    (await push.server.send('GET', PATH, { token: key })).json<ScheduledNotifications>().scheduled;
  const own = (message: { data?: Record<string, string> }) =>
    JSON.parse(message.data![OWN_NOTIFICATION_KEY]!) as object;

  it('arrives at its time on that device alone, with everything in it, and is in no inbox', async () => {
    const { session } = await signUp(push);
    const device = await push.device({ session });
    const other = await push.device({ session });
    const [client, elsewhere] = [await push.connect(device), await push.connect(other)];
    // Far enough away for a slow machine to see that it waits.
    const sendAt = inMs(2000);
    const data = { deepLink: 'acme://order/42', nested: { a: 1 } };
    const answer = await put(device.key, 'tea@1', { sendAt, data, category: 'order' });
    expect(answer.json()).toEqual({ scheduled: [{ id: 'tea@1', sendAt }] });
    const [message] = await client.received(1);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(sendAt));
    expect(message).not.toHaveProperty('notification');
    expect(own(message!)).toEqual({
      id: 'tea@1',
      title: 'Tea',
      body: 'It is ready',
      data,
      category: 'order',
    });
    expect(await list(device.key)).toEqual([]);
    const inbox = await push.server.send('GET', '/v1/inbox', { token: session });
    expect(inbox.json()).toMatchObject({ items: [], unreadCount: 0 });
    expect(elsewhere.messages).toEqual([]);
  });

  it('waits for its time after the request that the page of the protocol shows', async () => {
    const block = await documentedBlock('docs/push-protocol.md', '', 'PUT /v1/push/scheduled/tea');
    const [line = '', body = ''] = block.split('\n');
    const [method, path = ''] = line.split(' ');
    expect(method).toBe('PUT');
    const { key } = await push.device();
    // Later than on the page.
    const sendAt = inMs(60_000);
    const payload = { ...(JSON.parse(body) as object), sendAt };
    const answer = await push.server.send('PUT', path, { token: key, payload });
    expect(answer.json()).toEqual({ scheduled: [{ id: 'tea@1767949200000', sendAt }] });
  });

  it('is there once, also when replacing it was not finished the first time', async () => {
    const { key } = await push.device();
    await put(key, 'tea', { sendAt: inMs(60_000) });
    const later = { sendAt: inMs(120_000) };
    const { db } = push.server;
    const run = db.run.bind(db);
    let isKilled = false;
    vi.spyOn(db, 'run').mockImplementation(async (sql, ...values) => {
      // Not what the server does by itself meanwhile.
      if (isKilled || !/DELETE FROM push_messages/.test(sql)) return run(sql, ...values);
      isKilled = true;
      throw new Error('killed');
    });
    expect((await put(key, 'tea', later)).statusCode).toBe(500);
    expect(await list(key)).toHaveLength(2);
    expect((await put(key, 'tea', later)).statusCode).toBe(200);
    expect(await list(key)).toEqual([{ id: 'tea', ...later }]);
  });

  it('goes by the browser’s push service while no page is connected', async () => {
    const device = await push.device();
    const subscription = {
      endpoint: 'https://push.example/closed',
      keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
    };
    await push.server.post('/v1/push/web-push', subscription, { token: device.key });
    await put(device.key, 'closed@1', { sendAt: inMs(300) });
    await vi.waitFor(
      () => {
        const sent = browsers.sent.filter(
          ({ address }) => 'endpoint' in address && address.endpoint === subscription.endpoint,
        );
        expect(sent.map(({ message }) => own(message))).toMatchObject([{ id: 'closed@1' }]);
      },
      { timeout: 20_000 },
    );
  });

  it('is replaced by the same id, and repeating a request does nothing', async () => {
    const device = await push.device();
    const sendAt = inMs(60_000);
    for (const title of ['First', 'Second', 'Second']) {
      expect((await put(device.key, 'a', { sendAt, title })).statusCode).toBe(200);
    }
    expect(await list(device.key)).toEqual([{ id: 'a', sendAt }]);
    const soon = inMs(300);
    await put(device.key, 'a', { sendAt: soon, title: 'Third' });
    const client = await push.connect(device);
    await client.received(1);
    // Whoever did not get the answer asks again: it was sent, and is not sent twice.
    expect((await put(device.key, 'a', { sendAt: soon, title: 'Third' })).statusCode).toBe(200);
    await push.fcm({ to: device.token, data: { last: '1' } });
    const messages = await client.received(2);
    expect(messages.map(({ data }) => Object.keys(data ?? {}))).toEqual([
      [OWN_NOTIFICATION_KEY],
      ['last'],
    ]);
    expect(own(messages[0]!)).toMatchObject({ title: 'Third' });
  });

  it('is cancelled by its id, again without complaint', async () => {
    const device = await push.device();
    await put(device.key, 'b');
    for (let time = 0; time < 2; time++) {
      const answer = await push.server.send('DELETE', `${PATH}/b`, { token: device.key });
      expect(answer.json()).toEqual({ scheduled: [] });
    }
    await put(device.key, 'c', { sendAt: inMs(500) });
    const client = await push.connect(device);
    const [message] = await client.received(1);
    expect(own(message!)).toMatchObject({ id: 'c' });
  });

  it('is bounded for a device: more are refused with the limit, and room is made by cancelling', async () => {
    const device = await push.device();
    for (let n = 0; n < LIMITS.scheduledPerDevice; n++) await put(device.key, `n${n}`);
    expectProblem(await put(device.key, 'more'), 'too-many-scheduled');
    expect((await put(device.key, 'n0', { title: 'Changed' })).statusCode).toBe(200);
    await push.server.send('DELETE', `${PATH}/n1`, { token: device.key });
    expect((await put(device.key, 'more')).statusCode).toBe(200);
    const neighbour = await push.device();
    expect(await list(neighbour.key)).toEqual([]);
    await push.server.send('DELETE', `${PATH}/n2`, { token: neighbour.key });
    expect(await list(device.key)).toHaveLength(LIMITS.scheduledPerDevice);
  });

  it.each([
    ['a time that is no time', { sendAt: 'tomorrow' }, 'invalid-body'],
    ['a time that is past', { sendAt: '2020-01-01T00:00:00Z' }, 'invalid-body'],
    ['a time in two years', { sendAt: inMs(2 * 366 * 24 * 3600 * 1000) }, 'invalid-body'],
    ['a field that is unknown', { to: '/topics/all' }, 'invalid-body'],
    ['more than a push carries', { body: 'x'.repeat(4000) }, 'body-too-large'],
  ] as const)('is not %s', async (_, change, code) => {
    const device = await push.device();
    expectProblem(await put(device.key, 'wrong', change), code);
    expect(await list(device.key)).toEqual([]);
  });

  it('needs the key of a registered device, and an id that is one', async () => {
    const device = await push.device();
    expectProblem(await put('nobody', 'a'), 'unauthorized');
    expectProblem(await put(`hgk_${'A'.repeat(43)}`, 'a'), 'device-not-found');
    expectProblem(await put(device.key, 'a/b'), 'invalid-path');
    expectProblem(await put(device.key, 'x'.repeat(101)), 'invalid-path');
  });
});
