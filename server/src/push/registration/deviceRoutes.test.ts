import { createHash } from 'node:crypto';

import { type DeviceCredentials, LIMITS, type RegisteredDevice } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { webPushSubscription } from '../../http/docs/examples.ts';
import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { issueCredentials } from '../devices/deviceToken.ts';
import { sweep } from '../Housekeeping.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { signUp } from '../testing/signUp.ts';

describe.each(testEngines())('devices ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  const register = (body: object, token?: string) =>
    push.server.post('/devices/register', body, { token });
  const unregister = (deviceToken: string, token?: string) =>
    push.server.send('DELETE', `/devices/${encodeURIComponent(deviceToken)}`, { token });
  const topicsOf = (token: string) => push.server.send('GET', '/v1/push/topics', { token });
  let tokens = 0;
  const foreignToken = () => `foreign-token:${++tokens}-${engine.name}`;

  it('are registered with token and platform: 201 when new, 200 when known, one device', async () => {
    const token = foreignToken();
    const first = await register({ token, platform: 'HarmonyOS' });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toEqual({
      deviceId: expect.any(String),
      topics: [],
      lastSeen: expect.any(String),
    });
    const again = await register({ token, platform: 'HarmonyOS' });
    expect(again.statusCode).toBe(200);
    expect(again.json<RegisteredDevice>().deviceId).toBe(first.json<RegisteredDevice>().deviceId);
  });

  it('are one device when 20 register the same token at the same time', async () => {
    const token = foreignToken();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register({ token, platform: 'ios' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const ids = answers.map((answer) => answer.json<RegisteredDevice>().deviceId);
    expect(new Set(ids).size).toBe(1);
  });

  it('with a token that has control characters are refused', async () => {
    for (const token of ['a\nb', 'a\0b', '', 'x'.repeat(LIMITS.deviceTokenLength + 1)]) {
      expectProblem(await register({ token, platform: 'ios' }), 'invalid-body');
    }
    expect((await unregister('a\0b')).statusCode).toBe(400);
  });

  it('with a token that would mean something else to senders are refused', async () => {
    for (const token of ['hgt_x', `hgn_${'a'.repeat(43)}`, '/topics/news']) {
      expectProblem(await register({ token, platform: 'ios' }), 'invalid-body');
    }
  });

  it('belong to the person who registered them last', async () => {
    const [ada, bob] = [await signUp(push), await signUp(push)];
    const device = await push.device({ session: ada.session });
    await push.subscribe(device, `user_${ada.id}`);
    await push.subscribe(device, 'news');
    const body = { token: device.token, platform: 'web', key: device.key };
    const moved = await register(body, bob.session);
    expect(moved.statusCode).toBe(200);
    // What is meant for Ada is not for Bob.
    expect(moved.json<RegisteredDevice>().topics).toEqual(['news']);
    expectProblem(await register(body, 'not-a-session'), 'unauthorized');
  });

  it('are nobody else’s for one who knows the token and has not the key', async () => {
    const [ada, mallory] = [await signUp(push), await signUp(push)];
    const device = await push.device({ session: ada.session });
    const body = { token: device.token, platform: 'web' };
    expectProblem(await register(body, mallory.session), 'device-key-wrong');
    expectProblem(await register(body), 'device-key-wrong');
    const otherKey = (await push.device()).key;
    expectProblem(await register({ ...body, key: otherKey }, mallory.session), 'device-key-wrong');
    expect((await register(body, ada.session)).statusCode).toBe(200);
    const nobodys = await push.device({ topics: ['news'] });
    const repeated = await register({ ...body, token: nobodys.token }, mallory.session);
    expect(repeated.json()).toMatchObject({ topics: [] });
    const path = `/devices/${nobodys.token}`;
    expectProblem(
      await push.server.send('DELETE', path, { token: mallory.session }),
      'device-key-wrong',
    );
  });

  it('belong to a person by the key of the token alone, and without it to nobody, again and again', async () => {
    const ada = await signUp(push);
    const issued = await push.server.send('POST', '/v1/push/tokens', { token: undefined });
    const { token, key } = issued.json<DeviceCredentials>();
    const topic = `/v1/push/topics/user_${ada.id}`;
    const statuses = [];
    for (const body of [{}, {}, { key }, {}]) {
      const answer = await register({ token, platform: 'web', ...body }, ada.session);
      const subscribed = await push.server.send('PUT', topic, { token: key });
      statuses.push([answer.statusCode, subscribed.statusCode]);
    }
    expect(statuses).toEqual([
      [201, 403],
      [200, 403],
      [200, 200],
      [200, 200],
    ]);
  });

  it('that change hands do not give one person what was sent to another', async () => {
    const [ada, bob] = [await signUp(push), await signUp(push)];
    const device = await push.device({ session: ada.session });
    await push.fcm({ to: device.token, data: { for: 'Ada' } });
    const body = { token: device.token, platform: 'web', key: device.key };
    await register(body, bob.session);
    await push.fcm({ to: device.token, data: { for: 'Bob' } });
    const client = await push.connect(device, { since: 0 });
    expect((await client.received(1))[0]!.data).toEqual({ for: 'Bob' });
  });

  it('of one who signs out and in again keep what they missed', async () => {
    const ada = await signUp(push);
    const device = await push.device({ session: ada.session });
    await push.fcm({ to: device.token, data: { for: 'Ada' } });
    const body = { token: device.token, platform: 'web', key: device.key };
    await register(body);
    await register(body, ada.session);
    const client = await push.connect(device);
    expect((await client.received(1))[0]!.data).toEqual({ for: 'Ada' });
  });

  it('get a token of ours where they have none; its key, not the token, opens what is theirs', async () => {
    const issued = await push.server.send('POST', '/v1/push/tokens', { token: undefined });
    expect(issued.statusCode).toBe(201);
    const { token, key } = issued.json<{ token: string; key: string }>();
    expect([token, key]).toEqual([
      expect.stringMatching(/^hgt_[\w-]{43}$/),
      expect.stringMatching(/^hgk_[\w-]{43}$/),
    ]);
    expectProblem(await topicsOf(key), 'device-not-found');
    await register({ token, platform: 'web' });
    expect((await topicsOf(key)).json()).toEqual({ topics: [] });
    expectProblem(await topicsOf(token), 'unauthorized');
    expectProblem(await topicsOf(SERVER_KEY), 'unauthorized');
  });

  it('subscribe and unsubscribe themselves', async () => {
    const device = await push.device();
    await push.subscribe(device, 'news');
    await push.subscribe(device, 'private/offers');
    await push.subscribe(device, 'news');
    expect((await topicsOf(device.key)).json()).toEqual({ topics: ['news', 'private/offers'] });
    await push.server.send('DELETE', '/v1/push/topics/news', { token: device.key });
    expect((await topicsOf(device.key)).json()).toEqual({ topics: ['private/offers'] });
    const send = (topic: string) =>
      push.server.send('PUT', `/v1/push/topics/${topic}`, { token: device.key });
    expectProblem(await send('a%20b'), 'invalid-path');
    expectProblem(await send('user_somebody'), 'topic-not-allowed');
  });

  it('have at most 2000 topics', async () => {
    const device = await push.device();
    const { deviceId } = device;
    await push.server.db.runMany(
      'INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES (?, ?, ?, ?)',
      Array.from({ length: LIMITS.topicsPerDevice }, (_, n) => [
        `many-${n}`,
        Number(deviceId),
        0,
        0,
      ]),
    );
    const response = await push.server.send('PUT', '/v1/push/topics/one-more', {
      token: device.key,
    });
    expectProblem(response, 'too-many-topics');
  });

  it('are unregistered by their key, their person, a server key, and nobody else', async () => {
    const [ada, bob] = [await signUp(push), await signUp(push)];
    const device = await push.device({ session: ada.session });
    expectProblem(await unregister(device.token), 'unauthorized');
    expectProblem(await unregister('nobody-has-it'), 'unauthorized');
    expectProblem(await unregister(device.token, 'no-session'), 'unauthorized');
    expectProblem(await unregister(device.token, bob.session), 'device-key-wrong');
    const stranger = await push.device();
    expectProblem(await unregister(device.token, stranger.key), 'device-key-wrong');
    expect((await unregister(device.token, ada.session)).statusCode).toBe(204);
    expectProblem(await unregister(device.token, ada.session), 'device-not-found');
    expect((await unregister(stranger.token, stranger.key)).statusCode).toBe(204);
    const third = await push.device();
    expect((await unregister(third.token, SERVER_KEY)).statusCode).toBe(204);
    const foreign = foreignToken();
    await register({ token: foreign, platform: 'android' });
    expectProblem(await unregister(foreign), 'unauthorized');
    expect((await unregister(foreign, SERVER_KEY)).statusCode).toBe(204);
    const sent = (await push.fcm({ to: foreign })).json();
    expect(sent.results).toEqual([{ error: 'NotRegistered' }]);
  });

  it('keep their topics when their token changes, and only those who hold the old one can change it', async () => {
    const device = await push.device({ topics: ['news'] });
    const fresh = issueCredentials();
    const body = { token: fresh.token, platform: 'web', previousToken: device.token };
    expectProblem(await register(body), 'device-key-wrong');
    expectProblem(await register(body, (await push.device()).key), 'device-key-wrong');
    const replaced = await register(body, device.key);
    expect(replaced.statusCode).toBe(200);
    expect(replaced.json()).toMatchObject({ deviceId: device.deviceId, topics: ['news'] });
    expect((await topicsOf(fresh.key)).json()).toEqual({ topics: ['news'] });
    expectProblem(await topicsOf(device.key), 'device-not-found');
  });

  it('are not opened again by a key that was replaced', async () => {
    const device = await push.device({ topics: ['news'] });
    const fresh = issueCredentials();
    const change = { token: fresh.token, platform: 'web', previousToken: device.token };
    expect((await register({ ...change, key: fresh.key }, device.key)).statusCode).toBe(200);
    const back = { token: device.token, platform: 'web', previousToken: fresh.token };
    expectProblem(await register(back, device.key), 'device-key-wrong');
    expect((await topicsOf(fresh.key)).json()).toEqual({ topics: ['news'] });
  });

  describe('that get a token of another service in place of ours', () => {
    const phone = (token = foreignToken()) => push.phone({ token, topics: ['news'] });
    const canonicalOf = async (token: string) =>
      (await push.fcm({ to: token, dry_run: true })).json().results[0].registration_id;

    it.each([
      ['FCM', () => foreignToken()],
      ['Apple', () => createHash('sha256').update(foreignToken()).digest('hex')],
    ])('manage everything by the key that they have: %s', async (_, tokenOf) => {
      const { key, token } = await phone(tokenOf());
      expect((await topicsOf(key)).json()).toEqual({ topics: ['news'] });
      const topic = (method: 'PUT' | 'DELETE', name: string) =>
        push.server.send(method, `/v1/push/topics/${name}`, { token: key });
      expect((await topic('PUT', 'offers')).json()).toEqual({ topics: ['news', 'offers'] });
      expect((await topic('DELETE', 'news')).json()).toEqual({ topics: ['offers'] });
      const acknowledged = await push.server.post('/v1/push/acks', { cursor: 0 }, { token: key });
      expect(acknowledged.statusCode).toBe(200);
      expect((await unregister(token, key)).statusCode).toBe(204);
      expectProblem(await topicsOf(key), 'device-not-found');
    });

    it('connect by it, and get what is sent to the new token', async () => {
      const device = await phone();
      await push.server.db.run(
        'UPDATE devices SET upstream = NULL WHERE id = ?',
        Number(device.deviceId),
      );
      const client = await push.connect(device);
      await push.fcm({ to: device.token, data: { n: '1' } });
      expect((await client.received(1))[0]!.data).toEqual({ n: '1' });
      const stream = await fetch(`${push.url}/v1/push/stream`, {
        headers: { authorization: `Bearer ${device.key}` },
      });
      expect(stream.status).toBe(200);
      await stream.body!.cancel();
    });

    it('are reached by Web Push while they want it, and by their token again afterwards', async () => {
      const { key, deviceId } = await phone();
      const transportOf = async () =>
        JSON.parse(
          (await push.server.db.get<{ upstream: string }>(
            'SELECT upstream FROM devices WHERE id = ?',
            Number(deviceId),
          ))!.upstream,
        ).transport;
      await push.server.post('/v1/push/web-push', webPushSubscription, { token: key });
      expect(await transportOf()).toBe('webpush');
      await push.server.send('DELETE', '/v1/push/web-push', { token: key });
      expect(await transportOf()).toBe('fcm');
    });

    it('keep the key however often the service changes the token, and senders are told each time', async () => {
      const { own, key, token: first, deviceId } = await phone();
      const second = foreignToken();
      const body = { token: second, platform: 'android', previousToken: own };
      expectProblem(await register(body), 'device-key-wrong');
      expectProblem(await register(body, (await push.device()).key), 'device-key-wrong');
      for (let start = 0; start < 2; start++) {
        const again = await register(body, key);
        expect(again.statusCode).toBe(200);
        expect(again.json()).toMatchObject({ deviceId, topics: ['news'] });
      }
      expect((await topicsOf(key)).json()).toEqual({ topics: ['news'] });
      expect(await canonicalOf(own)).toBe(second);
      expect(await canonicalOf(first)).toBe(second);
      expect(await canonicalOf(second)).toBeUndefined();
      const info = await push.raw({ method: 'GET', url: `/iid/info/${encodeURIComponent(first)}` });
      expect(info.json()).toMatchObject({ platform: 'ANDROID' });
    });

    it('belong to whoever signs in, and stay theirs by the key', async () => {
      const ada = await signUp(push);
      const { own, key, token } = await phone();
      const body = { token, platform: 'android', previousToken: own, key };
      expect((await register(body, ada.session)).statusCode).toBe(200);
      const personal = `/v1/push/topics/user_${ada.id}`;
      expect((await push.server.send('PUT', personal, { token: key })).statusCode).toBe(200);
      const next = { ...body, token: foreignToken() };
      expect((await register(next, ada.session)).json()).toMatchObject({
        topics: ['news', `user_${ada.id}`],
      });
      expect((await register(next, key)).json()).toMatchObject({ topics: ['news'] });
    });

    it('keep their key when the gateway forgot them meanwhile', async () => {
      const { own, key, token } = await phone();
      await unregister(token, SERVER_KEY);
      expectProblem(await topicsOf(key), 'device-not-found');
      const body = { token: foreignToken(), platform: 'android', previousToken: own };
      expect((await register(body, key)).statusCode).toBe(201);
      expect((await topicsOf(key)).json()).toEqual({ topics: [] });
    });

    it('have one key: the one that registered last, which opens nothing that was sent before', async () => {
      const { own, key, token } = await phone();
      await push.fcm({ to: token, data: { n: 'before' } });
      const other = await push.device();
      const body = { token, platform: 'android', key, previousToken: other.token };
      expect((await register(body, other.key)).json()).toMatchObject({ topics: ['news'] });
      expectProblem(await topicsOf(key), 'device-not-found');
      expect((await topicsOf(other.key)).json()).toEqual({ topics: ['news'] });
      const client = await push.connect(other, { since: 0 });
      await push.fcm({ to: token, data: { n: 'after' } });
      expect((await client.received(1))[0]!.data).toEqual({ n: 'after' });

      const back = await register({ ...body, key: other.key, previousToken: own }, key);
      expect(back.statusCode, back.body).toBe(200);
      expect((await topicsOf(key)).statusCode).toBe(200);
      expectProblem(await topicsOf(other.key), 'device-not-found');
    });

    it('are linked with a key by their person, too', async () => {
      const ada = await signUp(push);
      const token = foreignToken();
      await register({ token, platform: 'android' }, ada.session);
      const other = await push.device();
      const link = { token, platform: 'android', previousToken: other.token };
      expectProblem(await register(link, ada.session), 'device-key-wrong');
      const both = { ...link, previousKey: other.key };
      expect((await register(both, ada.session)).statusCode).toBe(200);
      expect((await topicsOf(other.key)).statusCode).toBe(200);
      expect((await register({ token, platform: 'android' }, ada.session)).statusCode).toBe(200);
      expect((await topicsOf(other.key)).statusCode).toBe(200);
    });

    it('keep the key that their person proves, whoever signs in', async () => {
      const { key, token } = await phone();
      const bob = await signUp(push);
      await register({ token, platform: 'android', key }, bob.session);
      expect((await topicsOf(key)).statusCode).toBe(200);
    });

    it('are unregistered under the token that was replaced only by those who hold its key', async () => {
      const { own, key } = await phone();
      expectProblem(await unregister(own), 'unauthorized');
      expectProblem(await unregister(own, (await push.device()).key), 'device-key-wrong');
      expect((await unregister(own, key)).statusCode).toBe(204);
    });
  });

  it('are forgotten when they were not seen for long', async () => {
    const device = await push.device({ topics: ['news'] });
    const lately = await push.device();
    await push.server.db.run(
      'UPDATE devices SET last_seen = 1 WHERE id = ?',
      Number(device.deviceId),
    );
    await sweep(push.server.db, Date.now());
    expectProblem(await topicsOf(device.key), 'device-not-found');
    expect((await topicsOf(lately.key)).statusCode).toBe(200);
    const left = await push.server.db.all(
      'SELECT * FROM topic_subscriptions WHERE device_id = ?',
      Number(device.deviceId),
    );
    expect(left).toEqual([]);
  });
});
