import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

describe.each(testEngines())('the Instance ID API ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  const iid = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    push.raw({ method, url: `/iid/${path}`, ...(payload && { payload }) });
  const topicsOf = async (key: string) =>
    (await push.server.send('GET', '/v1/push/topics', { token: key })).json().topics;

  it('subscribes and unsubscribes one device', async () => {
    const { token, key } = await push.device();
    const added = await iid('POST', `v1/${token}/rel/topics/news`);
    expect([added.statusCode, added.body]).toEqual([200, '{}']);
    expect(await topicsOf(key)).toEqual(['news']);
    expect((await iid('DELETE', `v1/${token}/rel/topics/news`)).statusCode).toBe(200);
    expect(await topicsOf(key)).toEqual([]);
  });

  it('says what is wrong with a device or a topic', async () => {
    const { token } = await push.device();
    const unknown = await iid('POST', 'v1/unknown/rel/topics/news');
    expect([unknown.statusCode, unknown.body]).toEqual([404, '{"error":"InvalidToken"}']);
    const invalid = await iid('POST', `v1/${token}/rel/topics/a%20b`);
    expect([invalid.statusCode, invalid.body]).toEqual([400, '{"error":"InvalidTopicName"}']);
  });

  it('adds and removes up to 1000 devices at once, each with its own result', async () => {
    const [one, other, full] = [await push.device(), await push.device(), await push.device()];
    await push.server.db.runMany(
      'INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES (?, ?, ?, ?)',
      Array.from({ length: LIMITS.topicsPerDevice }, (_, n) => [
        `t${n}`,
        Number(full.deviceId),
        0,
        0,
      ]),
    );
    const body = {
      to: '/topics/offers',
      registration_tokens: [one.token, 'unknown', full.token, other.token, 'hgt_wrong', ''],
    };
    const added = await iid('POST', 'v1:batchAdd', body);
    expect(added.body).toBe(
      '{"results":[{},{"error":"NOT_FOUND"},{"error":"TOO_MANY_TOPICS"},{},' +
        '{"error":"INVALID_ARGUMENT"},{"error":"INVALID_ARGUMENT"}]}',
    );
    expect(await topicsOf(one.key)).toEqual(['offers']);
    const removed = await iid('POST', 'v1:batchRemove', { ...body, to: 'offers' });
    expect(removed.json().results[0]).toEqual({});
    expect(await topicsOf(other.key)).toEqual([]);
  });

  it.each([
    {},
    { to: '/topics/a b', registration_tokens: ['x'] },
    { to: '/topics/a', registration_tokens: [] },
    { to: '/topics/a', registration_tokens: 'x' },
    { to: '/topics/a', registration_tokens: Array.from({ length: 1001 }, () => 'x') },
  ])('answers 400 INVALID_ARGUMENT to a batch that does not fit', async (body) => {
    const response = await iid('POST', 'v1:batchAdd', body);
    expect([response.statusCode, response.body]).toEqual([400, '{"error":"INVALID_ARGUMENT"}']);
  });

  it('describes a device, with its topics when asked', async () => {
    const { token } = await push.device({ app: 'com.acme.host', topics: ['news'] });
    const today = new Date().toISOString().slice(0, 10);
    expect((await iid('GET', `info/${token}?details=true`)).json()).toEqual({
      application: 'com.acme.host',
      authorizedEntity: 'server-key',
      platform: 'WEB',
      connectDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      rel: { topics: { news: { addDate: today } } },
    });
    expect((await iid('GET', `info/${token}`)).json()).not.toHaveProperty('rel');
    expect((await iid('GET', 'info/unknown')).statusCode).toBe(404);
  });

  it('leaves a device its topics that has as many as it may have', async () => {
    const { token, deviceId } = await push.device({ topics: ['mine'] });
    await push.server.db.transaction((tx) =>
      tx.runMany(
        'INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES (?, ?, 0, 0)',
        Array.from({ length: LIMITS.topicsPerDevice - 1 }, (_, i) => [`t${i}`, Number(deviceId)]),
      ),
    );
    const add = (topic: string) => iid('POST', `v1/${token}/rel/topics/${topic}`);
    expect((await add('mine')).statusCode).toBe(200);
    expect((await add('another')).json()).toEqual({ error: 'TooManyTopics' });
  });

  it('wants a key', async () => {
    const response = await push.raw({
      url: '/iid/v1:batchAdd',
      payload: {},
      headers: { authorization: 'key=wrong' },
    });
    expect([response.statusCode, response.body]).toEqual([
      401,
      expect.stringContaining('Unauthorized'),
    ]);
  });
});
