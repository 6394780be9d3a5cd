import { type IssuedServerKey, miniAppTopic } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { dumpDatabase } from '../../testing/dumpDatabase.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readPages } from '../../testing/readPages.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const KEYS = '/v1/admin/server-keys';

describe.each(testEngines())('server keys ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  const issue = async (body: object) => {
    const response = await push.server.post(KEYS, { name: 'Shop', ...body });
    expect(response.statusCode, response.body).toBe(201);
    return response.json<IssuedServerKey>();
  };
  const send = (key: string, payload: object, url = '/fcm/send') =>
    push.raw({ url, payload, headers: { authorization: `key=${key}` } });

  it('are issued, send, and are refused from the moment they are revoked', async () => {
    const { id, key, ...record } = await issue({ scopes: ['send'] });
    expect(key).toMatch(new RegExp(`^hsk_${id}_[\\w-]{43}$`));
    expect(record).toEqual({ name: 'Shop', scopes: ['send'], createdAt: expect.any(String) });
    for (let time = 0; time < 2; time++) {
      expect((await send(key, { to: '/topics/news' })).statusCode).toBe(200);
    }
    const revoked = await push.server.send('DELETE', `${KEYS}/${id}`);
    expect(revoked.json()).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await send(key, { to: '/topics/news' })).statusCode).toBe(401);
    expect((await push.server.send('DELETE', `${KEYS}/${id}`)).json()).toEqual(revoked.json());
  });

  it('get another secret under their id, and what was sent with the old one stays theirs', async () => {
    const { id, key: old } = await issue({ scopes: ['send', 'read'], expiresInSeconds: 3600 });
    const sent = await send(old, { to: '/topics/news' });
    const { message_id } = sent.json<{ message_id: string }>();
    const rotated = await push.server.post(`${KEYS}/${id}/rotate`, { overlapSeconds: 600 });
    expect(rotated.headers['cache-control']).toBe('no-store');
    const { key: fresh, ...record } = rotated.json<IssuedServerKey>();
    expect(fresh).not.toBe(old);
    for (const key of [old, fresh]) {
      expect((await send(key, { to: '/topics/news' })).statusCode).toBe(200);
    }
    const read = await push.server.send('GET', `/v1/push/messages/${message_id}`, { token: fresh });
    expect(read.statusCode).toBe(200);
    const listed = (await readPages<IssuedServerKey>(push.server, KEYS)).flat();
    expect(listed.find((each) => each.id === id)).toEqual({
      ...record,
      lastUsedAt: expect.any(String),
      previous: { endsAt: record.previous!.endsAt, lastUsedAt: expect.any(String) },
    });

    await push.server.send('DELETE', `${KEYS}/${id}`);
    for (const key of [old, fresh]) {
      expect((await send(key, { to: '/topics/news' })).statusCode).toBe(401);
    }
    const again = await push.server.post(`${KEYS}/${id}/rotate`, { overlapSeconds: 600 });
    expectProblem(again, 'server-key-revoked');
    const unknown = `${KEYS}/${'a'.repeat(26)}/rotate`;
    expectProblem(await push.server.post(unknown, { overlapSeconds: 0 }), 'server-key-not-found');
    expectProblem(await push.server.post(`${KEYS}/${id}/rotate`, {}), 'invalid-body');
  });

  it('do only what their scopes allow', async () => {
    const { key } = await issue({ scopes: ['topics'] });
    expect((await send(key, { to: '/topics/news' })).statusCode).toBe(401);
    const batch = { to: '/topics/x', registration_tokens: ['y'] };
    expect((await send(key, batch, '/iid/v1:batchAdd')).statusCode).toBe(200);
    const messages = await push.server.send('GET', '/v1/push/messages', { token: key });
    expectProblem(messages, 'scope-missing');
  });

  it('for some apps reach the devices and topics of these alone', async () => {
    const { key } = await issue({ scopes: ['send'], apps: ['com.acme.orders'] });
    const [ours, others, unnamed] = [
      await push.device({ app: 'com.acme.orders' }),
      await push.device({ app: 'com.other' }),
      await push.device(),
    ];
    const tokens = [ours.token, others.token, unnamed.token];
    // As of tokens that nobody has: a sender finds out nothing of the devices of others.
    expect((await send(key, { registration_ids: [...tokens, 'x'] })).json().results).toEqual([
      { message_id: expect.any(String) },
      { error: 'NotRegistered' },
      { error: 'NotRegistered' },
      { error: 'NotRegistered' },
    ]);
    const toTopic = (topic: string) => send(key, { to: `/topics/${topic}` });
    expect((await toTopic('miniapp_com.acme.orders_updates')).json()).toHaveProperty('message_id');
    expect((await toTopic('promotions')).body).toBe('{"error":"MismatchSenderId"}');
    const condition = `'miniapp_com.acme.orders_updates' in topics || 'promotions' in topics`;
    expect((await send(key, { condition })).body).toBe('{"error":"MismatchSenderId"}');
    const dry = { to: '/topics/promotions', dry_run: true };
    expect((await send(key, dry)).body).toBe('{"error":"MismatchSenderId"}');
  });

  it('for some apps do not reach everybody else by what they have not', async () => {
    const { key } = await issue({ scopes: ['send'], apps: ['com.acme.orders'] });
    const [one, other] = ['a', 'b'].map((name) => `'miniapp_com.acme.orders_${name}' in topics`);
    const refused = [`!(${one})`, `!(${one}) || ${other}`, `${other} || !(${one})`];
    for (const condition of refused) {
      expect((await send(key, { condition })).body).toBe('{"error":"MismatchSenderId"}');
    }
    const allowed = [`${one} && !(${other})`, `${one} || ${other}`];
    for (const condition of allowed) {
      expect((await send(key, { condition })).json()).toHaveProperty('message_id');
    }
  });

  it('for some apps manage the topics of their own devices alone', async () => {
    const { key } = await issue({ scopes: ['topics'], apps: ['com.acme.orders'] });
    const [ours, others] = [
      await push.device({ app: 'com.acme.orders' }),
      await push.device({ app: 'com.other' }),
    ];
    const topic = miniAppTopic('com.acme.orders', 'news');
    const batch = { to: `/topics/${topic}`, registration_tokens: [ours.token, others.token, 'x'] };
    for (const operation of ['v1:batchAdd', 'v1:batchRemove']) {
      expect((await send(key, batch, `/iid/${operation}`)).body).toBe(
        '{"results":[{},{"error":"NOT_FOUND"},{"error":"NOT_FOUND"}]}',
      );
    }
    const elsewhere = { ...batch, to: '/topics/news', registration_tokens: [ours.token] };
    expect((await send(key, elsewhere, '/iid/v1:batchAdd')).json().results).toEqual([
      { error: 'PERMISSION_DENIED' },
    ]);
    const one = (token: string, name: string) =>
      send(key, {}, `/iid/v1/${token}/rel/topics/${name}`);
    expect((await one(ours.token, topic)).statusCode).toBe(200);
    const foreign = await one(ours.token, 'news');
    expect([foreign.statusCode, foreign.body]).toEqual([403, '{"error":"PERMISSION_DENIED"}']);
    for (const unknown of [await one(others.token, topic), await one('x', topic)]) {
      expect([unknown.statusCode, unknown.body]).toEqual([404, '{"error":"InvalidToken"}']);
    }
    const info = (token: string) =>
      push.raw({
        method: 'GET',
        url: `/iid/info/${token}`,
        headers: { authorization: `key=${key}` },
      });
    await push.subscribe(ours, 'somebody-elses');
    const known = await info(`${ours.token}?details=true`);
    expect(Object.keys(known.json().rel.topics)).toEqual([topic]);
    expect((await info(others.token)).body).toBe((await info('x')).body);
    const unregister = (token: string) =>
      push.server.send('DELETE', `/devices/${token}`, { token: key });
    expectProblem(await unregister(others.token), 'device-key-wrong');
    expect((await unregister(ours.token)).statusCode).toBe(204);
  });

  it('leave no secret in the database', async () => {
    const { key } = await issue({ scopes: ['send'] });
    const secret = key.split('_').slice(2).join('_');
    expect(JSON.stringify(await dumpDatabase(push.server.db))).not.toContain(secret);
  });

  it('are listed in pages without their secrets', async () => {
    await issue({ scopes: ['send'] });
    await issue({ scopes: ['read'] });
    const pages = await readPages<IssuedServerKey>(push.server, `${KEYS}?limit=1`);
    expect(pages.length).toBeGreaterThan(1);
    for (const record of pages.flat()) expect(record).not.toHaveProperty('key');
  });

  it('that are not there cannot be revoked, and only the root token manages them', async () => {
    const path = `${KEYS}/${'a'.repeat(26)}`;
    expectProblem(await push.server.send('DELETE', path), 'server-key-not-found');
    expectProblem(await push.server.post(KEYS, { name: 'x', scopes: [] }), 'invalid-body');
    const { token } = await push.server.issue({ scopes: ['push'] });
    expectProblem(await push.server.send('GET', KEYS, { token }), 'scope-missing');
  });

  it('can be admin tokens with the scope push', async () => {
    const [push_, read] = [
      await push.server.issue({ scopes: ['push'] }),
      await push.server.issue({ scopes: ['read'] }),
    ];
    const as = (token: string) =>
      push.raw({ payload: { to: '/topics/x' }, headers: { authorization: `Bearer ${token}` } });
    expect((await as(push_.token)).statusCode).toBe(200);
    expect((await as(read.token)).statusCode).toBe(401);
  });
});
