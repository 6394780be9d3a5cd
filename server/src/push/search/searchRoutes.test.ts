import type {
  AdminMessage,
  DeviceCount,
  DeviceDetails,
  DeviceRecord,
  MessageTrace,
  TopicRecord,
} from '@host/contracts';
import { miniAppTopic } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  SERVER_KEY,
  type TestServer,
  createTestServer,
  newAppId,
} from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readPages } from '../../testing/readPages.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { countSubscribers } from './searchRows.ts';

describe.each(testEngines())('finding devices, topics and messages ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  let count = 0;
  const read = async <Answer>(path: string): Promise<Answer> => {
    const response = await server.send('GET', `/v1/admin${path}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<Answer>();
  };
  const asSender = { token: undefined, headers: { authorization: `key=${SERVER_KEY}` } };
  const register = async (
    topics: string[] = [],
    credentials: { token: string; key?: string } = { token: `device-${count++}-${'t'.repeat(40)}` },
  ): Promise<DeviceRecord> => {
    const { token } = credentials;
    const payload = { ...credentials, platform: 'android' };
    await server.send('POST', '/devices/register', { payload, token: undefined });
    for (const topic of topics) {
      const path = `/iid/v1/${token}/rel/topics/${topic}`;
      const response = await server.send('POST', path, { ...asSender, payload: {} });
      expect(response.statusCode, response.body).toBe(200);
    }
    return (await read<{ items: [DeviceRecord] }>(`/devices?token=${token}`)).items[0];
  };
  const send = async (message: object): Promise<string> => {
    const payload = { notification: { title: 'Hello' }, ...message };
    const response = await server.send('POST', '/fcm/send', { ...asSender, payload });
    const answer = response.json<{ message_id?: number; multicast_id?: number }>();
    return String(answer.message_id ?? answer.multicast_id);
  };
  const trace = (message: string, device: DeviceRecord) =>
    read<MessageTrace>(`/messages/${message}/trace/${device.id}`);

  it('finds devices by token and topic, in pages, and shows what they have', async () => {
    const devices = [];
    for (let index = 0; index < 5; index++) devices.push(await register(['pages']));
    const pages = await readPages<DeviceRecord>(server, '/v1/admin/devices?topic=pages&limit=2');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(devices.toReversed());
    const [device] = devices as [DeviceRecord];
    await send({ to: device.token });
    const details = await read<DeviceDetails>(`/devices/${device.id}`);
    expect(details).toMatchObject({
      ...device,
      topics: [{ topic: 'pages' }],
      messages: [{ state: 'stored' }],
      waiting: { messages: 1, isExact: true },
    });
    expect(await read('/devices?token=unknown')).toEqual({ items: [] });
    expect(await read('/devices?person=nobody')).toEqual({ items: [] });
    expectProblem(await server.send('GET', '/v1/admin/devices/999999'), 'device-not-found');
  });

  it('lists topics by their beginning, with how many have them', async () => {
    await register(['list-a', 'list-b']);
    await register(['list-b', 'lisu']);
    const pages = await readPages<TopicRecord>(server, '/v1/admin/topics?q=list-&limit=1');
    expect(pages.flat()).toEqual([
      { topic: 'list-a', subscribers: { devices: 1, isExact: true } },
      { topic: 'list-b', subscribers: { devices: 2, isExact: true } },
    ]);
  });

  it('says on which days those came who have a topic', async () => {
    const [early] = [await register(['growing']), await register(['growing'])];
    const today = new Date().toISOString().slice(0, 10);
    const twoDaysAgo = Date.now() - 2 * 24 * 60 * 60 * 1000;
    await server.db.run(
      'UPDATE topic_subscriptions SET added_at = ? WHERE device_id = ?',
      twoDaysAgo,
      Number(early.id),
    );
    expect(await read('/topics/growing')).toEqual({
      topic: 'growing',
      subscribers: { devices: 2, isExact: true },
      joined: [
        { day: new Date(twoDaysAgo).toISOString().slice(0, 10), devices: 1 },
        { day: today, devices: 1 },
      ],
    });
    expect(await read('/topics/private%2Fnobody')).toMatchObject({ joined: [] });
    expectProblem(await server.send('GET', '/v1/admin/topics/no%20topic'), 'invalid-path');
  });

  it('counts the devices of many tokens and of a device group, each once', async () => {
    const devices = [await register(), await register(), await register()];
    const tokens = devices.map(({ token }) => token);
    const counted = async (payload: object, options: object = {}) => {
      const answer = await server.send('POST', '/v1/admin/audience', { payload, ...options });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<DeviceCount>();
    };
    const named = [...tokens, tokens[0]!, 'unknown', `unknown ${'x'.repeat(4)}`];
    expect(await counted({ tokens: named })).toEqual({ devices: 3, isExact: true });
    expect(await counted({ tokens: ['unknown'] })).toEqual({ devices: 0, isExact: true });
    const { token: admin } = await server.issue({ role: 'admin' });
    const group = async (name: string, of: string | undefined) => {
      const made = await server.send('POST', '/fcm/notification', {
        ...(of === undefined ? asSender : { token: of }),
        payload: {
          operation: 'create',
          notification_key_name: name,
          registration_ids: tokens.slice(1),
        },
      });
      return made.json<{ notification_key: string }>().notification_key;
    };
    const own = await group('counted', admin);
    expect(await counted({ group: own }, { token: admin })).toEqual({ devices: 2, isExact: true });
    // A message under the key of another sender's group reaches nobody either.
    const others = await group('counted', undefined);
    expect(await counted({ group: others }, { token: admin })).toMatchObject({ devices: 0 });
    for (const payload of [
      {},
      { tokens: [] },
      { tokens, group: own },
      { tokens: Array(1001).fill('t') },
    ]) {
      expectProblem(await server.send('POST', '/v1/admin/audience', { payload }), 'invalid-body');
    }
    const restricted = await server.issue({ scopes: ['read', 'push'], apps: [newAppId()] });
    const refused = await server.send('POST', '/v1/admin/audience', {
      token: restricted.token,
      payload: { tokens },
    });
    expectProblem(refused, 'app-not-allowed');
  });

  it('unregisters a device, and still says what became of a message to it', async () => {
    const device = await register(['leaving']);
    const alone = await send({ to: device.token });
    const toTopic = await send({ to: '/topics/leaving' });
    const removed = await server.send('DELETE', `/v1/admin/devices/${device.id}`);
    expect(removed.json()).toEqual({ id: device.id });
    expect(await read(`/devices?token=${device.token}`)).toEqual({ items: [] });
    const { steps, ...traced } = await trace(alone, device);
    expect(traced).toMatchObject({ addressed: 'yes' });
    expect(traced).not.toHaveProperty('device');
    expect(steps.map(({ step }) => step)).toEqual(['accepted', 'unregistered']);
    for (const [method, path] of [
      ['DELETE', `/devices/${device.id}`],
      ['GET', `/messages/${toTopic}/trace/${device.id}`],
    ] as const) {
      expectProblem(await server.send(method, `/v1/admin${path}`), 'device-not-found');
    }
  });

  it('counts whom a topic or a condition reaches', async () => {
    await register(['dogs']);
    await register(['dogs', 'cats']);
    await register(['cats', 'birds']);
    const audience = async (query: Record<string, string>) =>
      read<DeviceCount>(`/audience?${new URLSearchParams(query).toString()}`);
    const exactly = (devices: number) => ({ devices, isExact: true });
    expect(await audience({ topic: 'dogs' })).toEqual(exactly(2));
    expect(await audience({ topic: 'none' })).toEqual(exactly(0));
    const both = "'dogs' in topics && 'cats' in topics";
    expect(await audience({ condition: both })).toEqual(exactly(1));
    const either = "('dogs' in topics || 'cats' in topics) && !('birds' in topics)";
    expect(await audience({ condition: either })).toEqual(exactly(2));
    for (const query of ['', 'topic=a&person=b', 'condition=dogs']) {
      expectProblem(await server.send('GET', `/v1/admin/audience?${query}`), 'invalid-query');
    }
  });

  it('estimates what is above the bound, and says so', async () => {
    const first = (await server.db.get<{ last: number }>('SELECT MAX(id) AS last FROM devices'))!
      .last;
    await server.db.transaction(async (tx) => {
      await tx.run(
        `WITH RECURSIVE numbers (number) AS (
          SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1500)
          INSERT INTO devices (token_key, token, platform, owner_since, created_at, last_seen, position)
          SELECT 'many-' || CAST(number AS TEXT), 'many', 'ios', 1, 1, 1, 0 FROM numbers`,
      );
      await tx.run(
        `INSERT INTO topic_subscriptions (topic, device_id, since, added_at)
          SELECT 'many', id, 0, 1 FROM devices WHERE id > ?`,
        first,
      );
    });
    const { devices, isExact } = await countSubscribers(server.db, 'many', 1000);
    expect(isExact).toBe(false);
    expect(Math.abs(devices - 1500)).toBeLessThan(50);
    expect(await read('/audience?topic=many')).toEqual({ devices: 1500, isExact: true });
  });

  it('names who sent a message to who may list tokens and server keys', async () => {
    const { id, token } = await server.issue({ name: 'Sam, marketing', role: 'sender' });
    const issued = await server.post('/v1/admin/server-keys', { name: 'Shop', scopes: ['send'] });
    const { id: keyId, key } = issued.json<{ id: string; key: string }>();
    const payload = { to: '/topics/named', notification: { title: 'Hello' } };
    await server.send('POST', '/fcm/send', { payload, token });
    await server.send('POST', '/fcm/send', {
      payload,
      token: undefined,
      headers: { authorization: `key=${key}` },
    });
    const path = '/v1/admin/messages?topic=named';
    const namesFor = async (asked?: string) =>
      (await server.send('GET', path, { ...(asked && { token: asked }) }))
        .json<{ items: AdminMessage[] }>()
        .items.map(({ sender, senderName }) => [sender, senderName]);
    expect(await namesFor()).toEqual([
      [keyId, 'Shop'],
      [id, 'Sam, marketing'],
    ]);
    const viewer = await server.issue({ role: 'viewer' });
    expect(await namesFor(viewer.token)).toEqual([
      [keyId, undefined],
      [id, undefined],
    ]);
    const series = await server.send('GET', `/v1/admin/series/sends?sender=${keyId}`);
    expect(series.json()).toMatchObject({ days: [{ sender: keyId, senderName: 'Shop' }] });
  });

  it('finds messages by sender, topic and state, in pages', async () => {
    const { id, token } = await server.issue({ role: 'sender' });
    const ids = [];
    for (let index = 0; index < 3; index++) {
      const payload = { to: '/topics/found', notification: { title: `${index}` } };
      const sent = await server.send('POST', '/fcm/send', { payload, token });
      ids.push(String(sent.json<{ message_id: number }>().message_id));
    }
    const found = await readPages<AdminMessage>(
      server,
      `/v1/admin/messages?sender=${id}&topic=found&state=stored&limit=2`,
    );
    expect(found.flat().map((each) => each.id)).toEqual(ids.toReversed());
    expect(found.flat()[0]).toMatchObject({ sender: id, to: '/topics/found', title: '2' });
    expect(await read(`/messages?sender=${id}&state=cancelled`)).toEqual({ items: [] });
  });

  it('says why a message did not reach a device, or how far it came', async () => {
    const issued = await server.send('POST', '/v1/push/tokens', { token: undefined });
    // No push service reaches it.
    const device = await register(['early'], issued.json<{ token: string; key: string }>());
    const late = await register();
    const toTopic = await send({ to: '/topics/early' });
    expect(await trace(toTopic, device)).toMatchObject({
      addressed: 'yes',
      steps: [{ step: 'accepted' }],
    });
    expect(await trace(toTopic, late)).toMatchObject({ addressed: 'not-subscribed' });
    await server.send('POST', `/iid/v1/${late.token}/rel/topics/early`, {
      ...asSender,
      payload: {},
    });
    expect(await trace(toTopic, late)).toMatchObject({ addressed: 'subscribed-later' });
    const alone = await send({ to: device.token });
    expect(await trace(alone, late)).toMatchObject({ addressed: 'not-named' });
    await server.db.run(
      `UPDATE push_deliveries SET state = 'dropped', reason = 'rate-limited' WHERE message_id = ?`,
      Number(alone),
    );
    expect((await trace(alone, device)).steps.at(-1)).toMatchObject({
      step: 'dropped',
      detail: 'rate-limited',
    });
    const messageOf = async (id: string) =>
      (await server.send('GET', `/v1/admin/messages/${id}`)).json<AdminMessage>();
    expect(await messageOf(alone)).toMatchObject({
      accepted: 1,
      drops: [{ reason: 'rate-limited', devices: 1 }],
    });
    const ofTopic = await messageOf(toTopic);
    expect([ofTopic.accepted, ofTopic.drops]).toEqual([undefined, []]);
    await server.db.run('UPDATE push_messages SET expires_at = 2 WHERE id = ?', Number(toTopic));
    expect((await trace(toTopic, device)).steps.at(-1)).toMatchObject({ step: 'expired' });
    await server.db.run(
      'UPDATE devices SET position = ? WHERE id = ?',
      Number(toTopic),
      Number(device.id),
    );
    // It may have been left out because it expired.
    expect((await trace(toTopic, device)).steps.at(-1)).toEqual({ step: 'passed' });
    await server.db.run(
      `INSERT INTO push_dead_letters (message_id, device_id, transport, reason, at) VALUES (?, ?, 'fcm', 'UNREGISTERED', 5)`,
      Number(alone),
      Number(device.id),
    );
    expect((await trace(alone, device)).steps).toContainEqual(
      expect.objectContaining({ step: 'refused-by-service', detail: 'fcm: UNREGISTERED' }),
    );
    expectProblem(
      await server.send('GET', `/v1/admin/messages/999999999/trace/${device.id}`),
      'message-not-found',
    );
  });

  it.each(['token', 'topic', 'condition'] as const)(
    'says that a device kept a message back, and why: sent to a %s',
    async (kind) => {
      const issued = await server.send('POST', '/v1/push/tokens', { token: undefined });
      const { token, key } = issued.json<{ token: string; key: string }>();
      await server.send('POST', '/devices/register', {
        payload: { token, platform: 'web', key },
        token: undefined,
      });
      await server.send('PUT', `/v1/push/topics/quiet-${kind}`, { token: key });
      const [device] = (await read<{ items: [DeviceRecord] }>(`/devices?token=${token}`)).items;
      const id = await send(
        {
          token: { to: token },
          topic: { to: '/topics/quiet-topic' },
          condition: { condition: "'quiet-condition' in topics" },
        }[kind],
      );
      const hold = (held: object[], deviceKey = key) =>
        server.send('POST', '/v1/push/acks', { token: deviceKey, payload: { cursor: 0, held } });
      expect((await hold([{ id, reason: 'quiet-hours' }])).statusCode).toBe(200);
      // Again, and in other words: the first counts.
      await hold([{ id, reason: 'muted' }]);
      const steps = async () =>
        (await trace(id, device)).steps.map(({ step, detail }) => [step, detail]);
      await expect.poll(steps).toContainEqual(['held', 'quiet-hours']);
      expectProblem(await hold([{ id, reason: 'Because!' }]), 'invalid-body');
      const other = await send({ to: '/topics/for-nobody' });
      expect((await hold([{ id: other, reason: 'muted' }])).statusCode).toBe(200);
      const rows = await server.db.all(
        'SELECT * FROM push_held WHERE message_id = ?',
        Number(other),
      );
      expect(rows).toEqual([]);
    },
  );

  it('shows a token for some mini-apps nothing of devices, and its own messages alone', async () => {
    const appId = newAppId();
    const { token } = await server.issue({ scopes: ['read', 'push'], apps: [appId] });
    for (const path of [
      '/devices',
      '/devices/1',
      '/topics',
      '/topics/dogs',
      '/audience?topic=dogs',
      '/audience?person=ann',
      '/audience?token=t',
      `/audience?condition=${encodeURIComponent("'dogs' in topics")}`,
    ]) {
      const response = await server.send('GET', `/v1/admin${path}`, { token });
      expectProblem(response, 'app-not-allowed');
    }
    const topic = miniAppTopic(appId);
    await register([topic]);
    for (const [query, found] of [
      [{ topic }, 1],
      [{ condition: `'${topic}' in topics` }, 1],
    ] as const) {
      const path = `/v1/admin/audience?${new URLSearchParams(query).toString()}`;
      const counted = await server.send('GET', path, { token });
      expect(counted.json(), path).toEqual({ devices: found, isExact: true });
    }
    const beginning = `/v1/admin/topics?q=${encodeURIComponent(miniAppTopic(appId, ''))}`;
    expect((await server.send('GET', beginning, { token })).json()).toEqual({
      items: [{ topic, subscribers: { devices: 1, isExact: true } }],
    });
    const everybodys = `/v1/admin/topics?q=${encodeURIComponent('miniapp_')}`;
    expectProblem(await server.send('GET', everybodys, { token }), 'app-not-allowed');
    for (const condition of [`!('${topic}' in topics)`, `'${topic}' in topics || 'a' in topics`]) {
      const path = `/v1/admin/audience?${new URLSearchParams({ condition }).toString()}`;
      expectProblem(await server.send('GET', path, { token }), 'app-not-allowed');
    }
    const own = await server.send('GET', '/v1/admin/messages', { token });
    expect(own.json()).toEqual({ items: [] });
    const message = await send({ to: '/topics/dogs' });
    expect(await read(`/messages/${message}`)).toMatchObject({ sender: 'server-key' });
    expectProblem(
      await server.send('GET', `/v1/admin/messages/${message}`, { token }),
      'message-not-found',
    );
    const others = await server.send('GET', '/v1/admin/messages?sender=server-key', { token });
    expectProblem(others, 'app-not-allowed');
  });
});
