import { Readable } from 'node:stream';

import type { AuditEntry, IssuedServerKey, PushTokensResponse } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keepMany } from '../../operations/actions/idempotency/testing/keepMany.ts';
import { MAX_ANSWERS_PER_SENDER } from '../../operations/quotas/quotaLimits.ts';
import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const JSON_TYPE = 'application/json; charset=UTF-8';
const TEXT_TYPE = 'text/plain; charset=UTF-8';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const notification = { title: 'Order 42', body: 'is on its way' };

describe.each(testEngines())('POST /fcm/send ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  const resultsOf = async (body: object) =>
    (await push.fcm(body)).json<PushTokensResponse>().results;

  it('to a token answers as the protocol does, in compact JSON', async () => {
    const { token } = await push.device();
    const response = await push.fcm({ to: token, notification });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe(JSON_TYPE);
    expect(response.body).toMatch(
      /^\{"multicast_id":[1-9]\d{0,15},"success":1,"failure":0,"canonical_ids":0,"results":\[\{"message_id":"0:\d+%[0-9a-f]{16}"\}\]\}$/,
    );
  });

  it('to several tokens answers in the order of the request', async () => {
    const [one, other] = [await push.device(), await push.device()];
    const tokens = [one.token, 'unknown', `hgt_short`, other.token, 'bad\ntoken', ''];
    const response = (await push.fcm({ registration_ids: tokens, data: { a: 'b' } })).json();
    expect(response).toMatchObject({ success: 2, failure: 4, canonical_ids: 0 });
    expect(response.results).toEqual([
      { message_id: expect.any(String) },
      { error: 'NotRegistered' },
      { error: 'InvalidRegistration' },
      { message_id: expect.any(String) },
      { error: 'InvalidRegistration' },
      { error: 'InvalidRegistration' },
    ]);
  });

  it('to 1000 tokens is one request', async () => {
    const { token } = await push.device();
    const tokens = Array.from({ length: 999 }, (_, index) => `unknown-token-${index}`);
    const response = (await push.fcm({ registration_ids: [...tokens, token] })).json();
    expect(response).toMatchObject({ success: 1, failure: 999 });
    expect(response.results).toHaveLength(1000);
  });

  it('to a topic or a condition answers a number', async () => {
    for (const target of [
      { to: '/topics/news' },
      { condition: `'news' in topics || 'offers' in topics` },
    ]) {
      const response = await push.fcm({ ...target, notification });
      expect(response.statusCode).toBe(200);
      expect(response.body).toMatch(/^\{"message_id":[1-9]\d{0,15}\}$/);
      expect(Number.isSafeInteger(response.json().message_id)).toBe(true);
    }
  });

  it('in plain text answers plain text', async () => {
    const { token } = await push.device();
    const ok = await push.raw({
      payload: `registration_id=${token}&collapse_key=c&data.k=v`,
      headers: FORM,
    });
    expect([ok.statusCode, ok.headers['content-type']]).toEqual([200, TEXT_TYPE]);
    expect(ok.body).toMatch(/^id=0:\d+%[0-9a-f]{16}$/);
    const errors = {
      'collapse_key=c': 'Error=MissingRegistration',
      'registration_id=unknown&data.k=v': 'Error=NotRegistered',
      'registration_id=hgt_x': 'Error=InvalidRegistration',
      [`registration_id=${token}&data.google.x=v`]: 'Error=InvalidDataKey',
      [`registration_id=${token}&time_to_live=-1`]: 'Error=InvalidTtl',
      [`registration_id=${token}&data.k=${'v'.repeat(4096)}`]: 'Error=MessageTooBig',
    };
    for (const [payload, body] of Object.entries(errors)) {
      const response = await push.raw({ payload, headers: FORM });
      expect([response.statusCode, response.body]).toEqual([200, body]);
    }
  });

  it('in plain text has one token: lists and conditions are for JSON', async () => {
    const { token } = await push.device();
    for (const payload of [
      `registration_ids=${token}&data.k=v`,
      `condition=${encodeURIComponent(`'a' in topics`)}`,
    ]) {
      const response = await push.raw({ payload, headers: FORM });
      expect([response.statusCode, response.body]).toEqual([200, 'Error=MissingRegistration']);
    }
    const untyped = await push.raw({ payload: Buffer.from(`registration_id=${token}`) });
    expect(untyped.body).toMatch(/^id=/);
  });

  it('to a condition with ! also reaches a device that has no topic', async () => {
    const [bare, excluded] = [await push.device(), await push.device({ topics: ['excluded'] })];
    const clients = [await push.connect(bare), await push.connect(excluded)] as const;
    await push.fcm({ condition: `!('excluded' in topics)`, data: { n: 'condition' } });
    for (const { token } of [bare, excluded]) await push.fcm({ to: token, data: { n: 'last' } });
    const received = await clients[0].received(2);
    expect(received.map(({ data }) => data!['n'])).toEqual(['condition', 'last']);
    expect((await clients[1].received(1)).map(({ data }) => data!['n'])).toEqual(['last']);
  });

  it('carries every field of a notification to the device as it was sent', async () => {
    const device = await push.device();
    const client = await push.connect(device);
    const everything = {
      title: 'Order 42',
      body: 'is on its way',
      sound: 'default',
      badge: '3',
      icon: 'ic_order',
      image: 'https://cdn.example/order.png',
      tag: 'order',
      color: '#00ff7f',
      click_action: 'OPEN_ORDER',
      subtitle: 'Today',
      android_channel_id: 'orders',
      title_loc_key: 'order_title',
      body_loc_key: 'order_body',
      title_loc_args: ['42'],
      body_loc_args: ['a', 'b'],
    };
    const more = { content_available: true, mutable_content: true, priority: 'normal' };
    await push.fcm({ to: device.token, notification: everything, ...more });
    expect((await client.received(1))[0]).toMatchObject({
      notification: everything,
      contentAvailable: true,
      mutableContent: true,
      priority: 'normal',
    });
  });

  it.each([
    [{}, 'MissingRegistration'],
    [{ to: 'x', time_to_live: -1 }, 'InvalidTtl'],
    [{ to: 'x', data: { from: 'y' } }, 'InvalidDataKey'],
    [{ to: 'x', data: { a: 'b'.repeat(5000) } }, 'MessageTooBig'],
    [{ to: 'x' }, 'NotRegistered'],
    [{ to: 'x\u0007' }, 'InvalidRegistration'],
  ])('answers %j with 200 and the word %s', async (body, error) => {
    const response = await push.fcm(body);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ success: 0, failure: 1, results: [{ error }] });
  });

  it('answers with the same word for every token, and for a topic without a list', async () => {
    const wrong = { time_to_live: -1 };
    expect(await resultsOf({ registration_ids: ['a', 'b'], ...wrong })).toEqual([
      { error: 'InvalidTtl' },
      { error: 'InvalidTtl' },
    ]);
    expect((await push.fcm({ to: '/topics/news', ...wrong })).body).toBe('{"error":"InvalidTtl"}');
    const big = { data: { a: 'b'.repeat(2048) } };
    expect((await push.fcm({ to: '/topics/news', ...big })).body).toBe('{"error":"MessageTooBig"}');
  });

  it.each([
    ['{', /^JSON_PARSING_ERROR: /],
    ['{"registration_ids":"x"}', /^"registration_ids" field is not a JSON array$/],
    ['{"registration_ids":[]}', /^"registration_ids" field cannot be empty$/],
    ['{"to":"x","data":"y"}', /^Field "data" must be a JSON object: "y"$/],
    ['{"to":"x","data":{"a":1}}', /^InvalidParameters: /],
    ['{"to":"/topics/a b"}', /^InvalidParameters: /],
    [`{"condition":"('a' in topics"}`, /^InvalidParameters: /],
    [`{"to":${'['.repeat(50_000)}}`, /^JSON_PARSING_ERROR: /],
  ])('answers %s with 400 and a text', async (payload, text) => {
    const headers = { 'content-type': 'application/json' };
    const response = await push.raw({ payload, headers });
    expect([response.statusCode, response.headers['content-type']]).toEqual([400, TEXT_TYPE]);
    expect(response.body).toMatch(text);
  });

  it.each(['/fcm/send', '/iid/v1:batchAdd', '/fcm/notification', '/devices/register'])(
    'and its neighbours refuse 5 MB and deep JSON at %s, and go on',
    async (url) => {
      const headers = { 'content-type': 'application/json' };
      const large = await push.raw({ url, payload: { to: 'b'.repeat(5_000_000) } });
      expect(large.statusCode).toBe(413);
      const deep = `{"to":${'['.repeat(5000)}${']'.repeat(5000)}}`;
      expect((await push.raw({ url, payload: deep, headers })).statusCode).toBe(400);
      expect((await push.fcm({ to: 'x' })).statusCode).toBe(200);
    },
  );

  it.each([
    undefined,
    '',
    'key=',
    'key=wrong',
    'Bearer wrong',
    `Basic ${SERVER_KEY}`,
    SERVER_KEY,
    `key=${SERVER_KEY}x`,
  ])('answers the authorization %j with 401 and the word Unauthorized', async (authorization) => {
    const response = await push.server.app.inject({
      method: 'POST',
      url: '/fcm/send',
      payload: { to: 'x' },
      headers: { ...(authorization !== undefined && { authorization }) },
    });
    expect(response.statusCode).toBe(401);
    expect(response.body).toContain('Unauthorized');
    expect(response.body).not.toContain('wrong');
  });

  it('takes the key as Bearer too, and the older name', async () => {
    const response = await push.raw({
      url: '/gcm/send',
      payload: { to: '/topics/news' },
      headers: { authorization: `Bearer ${SERVER_KEY}`, access_token_auth: 'true' },
    });
    expect(response.body).toMatch(/^\{"message_id":\d+\}$/);
  });

  it('with dry_run checks everything and sends nothing', async () => {
    const device = await push.device({ topics: ['dry'] });
    const client = await push.connect(device);
    const tokens = [device.token, 'unknown'];
    const response = (await push.fcm({ registration_ids: tokens, dry_run: true })).json();
    expect(response).toMatchObject({ success: 1, failure: 1 });
    expect(response.results).toEqual([
      { message_id: 'fake_message_id' },
      { error: 'NotRegistered' },
    ]);
    expect((await push.fcm({ to: '/topics/dry', dry_run: true })).json()).toEqual({
      message_id: expect.any(Number),
    });
    await push.fcm({ to: device.token, data: { real: 'yes' } });
    expect((await client.received(1))[0]!.data).toEqual({ real: 'yes' });
  });

  it('names the token that replaced the one that was used, beside the message id', async () => {
    const [old, fresh] = [await push.device(), await push.device()];
    const response = await push.server.post(
      '/devices/register',
      { token: fresh.token, platform: 'web', key: fresh.key, previousToken: old.token },
      { token: old.key },
    );
    expect(response.statusCode).toBe(200);
    const sent = (await push.fcm({ registration_ids: [old.token, fresh.token] })).json();
    expect(sent).toMatchObject({ success: 2, failure: 0, canonical_ids: 1 });
    expect(sent.results).toEqual([
      { message_id: expect.any(String), registration_id: fresh.token },
      { message_id: expect.any(String) },
    ]);
    const plain = await push.raw({ payload: `registration_id=${old.token}`, headers: FORM });
    expect(plain.body).toMatch(new RegExp(`^id=.+\\nregistration_id=${fresh.token}$`));
  });

  it('sends to a device of another app only where the sender names none', async () => {
    const { token } = await push.device({ app: 'com.acme.host' });
    const of = (name: string) => resultsOf({ to: token, restricted_package_name: name });
    expect(await of('com.acme.host')).toEqual([{ message_id: expect.any(String) }]);
    expect(await of('com.other')).toEqual([{ error: 'InvalidPackageName' }]);
    const unnamed = await push.device();
    const anyone = { to: unnamed.token, restricted_package_name: 'com.other' };
    expect(await resultsOf(anyone)).toEqual([{ message_id: expect.any(String) }]);
  });

  it('to a topic or a condition leaves out the devices of other apps where it names one', async () => {
    const topics = ['packages'];
    const devices = [
      await push.device({ app: 'com.acme.host', topics }),
      await push.device({ app: 'com.other', topics }),
      await push.device({ topics }),
    ];
    const [ours, others] = [await push.connect(devices[0]!), await push.connect(devices[1]!)];
    const send = async (n: string, fields: object) =>
      push.fcm({ to: '/topics/packages', data: { n }, ...fields });
    const onlyOurs = { restricted_package_name: 'com.acme.host' };
    await send('1', onlyOurs);
    await send('2', { ...onlyOurs, to: undefined, condition: `'packages' in topics` });
    await send('3', {});
    const numbersOf = async (client: typeof ours, count: number) =>
      (await client.received(count)).map(({ data }) => data!['n']);
    expect(await numbersOf(ours, 3)).toEqual(['1', '2', '3']);
    expect(await numbersOf(others, 1)).toEqual(['3']);
    // The same from what is stored; a device that did not say which app it is may be any.
    expect(await numbersOf(await push.connect(devices[2]!, { since: 0 }), 3)).toHaveLength(3);
    expect(await numbersOf(await push.connect(devices[1]!, { since: 0 }), 1)).toEqual(['3']);
  });

  it.each([['/fcm/send'], ['/iid/v1:batchAdd'], ['/iid/v1/x/rel/topics/y']])(
    'takes any type of content at %s: what is not JSON is a form',
    async (url) => {
      for (const type of ['garbage', ';;;', '', 'text/', 'application/json;;']) {
        const response = await push.raw({
          url,
          payload: Readable.from(['{}']),
          headers: { 'content-type': type },
        });
        expect([response.statusCode, response.body]).not.toContain(500);
        expect(response.statusCode).toBeLessThan(500);
      }
    },
  );

  it.each([
    ['POST', '/iid/v1:batchDance'],
    ['POST', '/iid/v1'],
    ['GET', '/fcm/notification'],
    ['GET', '/fcm/notification?notification_key_name=a&notification_key_name=b'],
    ['GET', '/fcm/notification?notification_key_name=%00'],
    ['GET', '/iid/info/x?details=true&details=true'],
  ] as const)('is not asked again for what is wrong with %s %s', async (method, url) => {
    const response = await push.raw({ method, url });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([400, undefined]);
    expect(response.body).toMatch(/^InvalidParameters: /);
  });

  it.each([
    { collapse_key: 'a\0' },
    { collapse_key: 'x'.repeat(1025) },
    { restricted_package_name: 'a\0' },
    { restricted_package_name: 'x'.repeat(300) },
  ])('refuses what could not be kept: %j', async (fields) => {
    const response = await push.fcm({ to: '/topics/news', ...fields });
    expect([response.statusCode, response.body]).toEqual([
      400,
      expect.stringMatching(/^InvalidParameters: /),
    ]);
  });

  it('says why a field does not fit', async () => {
    const response = await push.fcm({ to: '/topics/news', priority: 'HIGH' });
    expect(response.body).toContain('expected one of "normal"|"high"');
  });

  it('holds back what a device gets beyond 240 a minute', async () => {
    const { token } = await push.device();
    const sent = await Promise.all(Array.from({ length: 245 }, () => resultsOf({ to: token })));
    const errors = sent.flat().filter((result) => 'error' in result);
    expect(errors).toEqual(
      Array.from({ length: 5 }, () => ({ error: 'DeviceMessageRateExceeded' })),
    );
  });

  describe('of an operator', () => {
    const entriesOf = async (id: number) => {
      const { body } = await push.server.send(
        'GET',
        `/v1/admin/audit?action=push.send&target=${id}`,
      );
      return (JSON.parse(body) as { items: AuditEntry[] }).items;
    };

    it('is in the audit log once, with whom it is for; that of a back end is not', async () => {
      const device = await push.device();
      const { id: actor, token } = await push.server.issue({ role: 'sender' });
      const asOperator = { authorization: `Bearer ${token}`, 'x-request-id': 'operators-send' };
      const sendAt = new Date(Date.now() + 600_000).toISOString();
      const sends: [object, object][] = [
        [{ to: '/topics/news' }, { audience: 'topic', topic: 'news' }],
        [
          { to: '/topics/news', send_at: sendAt },
          { audience: 'topic', topic: 'news', sendAt },
        ],
        [
          { condition: `'a' in topics || 'b' in topics` },
          { audience: 'condition', condition: `'a' in topics || 'b' in topics` },
        ],
        [
          { to: device.token, collapse_key: 'c' },
          { audience: 'devices', devices: 1 },
        ],
      ];
      for (const [index, [to, details]] of sends.entries()) {
        const headers = { ...asOperator, 'idempotency-key': `operators-${index}` };
        const first = await push.fcm({ ...to, notification }, headers);
        const again = await push.fcm({ ...to, notification }, headers);
        expect(again.body).toBe(first.body);
        const { message_id: ofTopic, multicast_id: ofDevice } = first.json();
        const target = Number(ofTopic ?? ofDevice);
        expect(await entriesOf(target)).toEqual([
          {
            id: expect.any(Number),
            at: expect.any(String),
            actor,
            actorName: expect.any(String),
            action: 'push.send',
            target: String(target),
            address: '127.0.0.1',
            requestId: 'operators-send',
            details,
          },
        ]);
      }

      const ofBackEnd = (await push.fcm({ to: '/topics/news', notification })).json().message_id;
      expect(await entriesOf(ofBackEnd)).toEqual([]);
      const dry = { to: '/topics/news', notification, dry_run: true };
      const tried = (await push.fcm(dry, asOperator)).json().message_id;
      expect(await entriesOf(tried)).toEqual([]);
    });
  });

  describe('with an Idempotency-Key', () => {
    it('gives the same answer again, and one message', async () => {
      const device = await push.device();
      const client = await push.connect(device);
      const key = { 'idempotency-key': 'order-42' };
      const body = { to: device.token, data: { n: '1' } };
      const answers = await Promise.all(Array.from({ length: 5 }, () => push.fcm(body, key)));
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
      expect(answers[0]!.headers['content-type']).toBe(JSON_TYPE);
      await push.fcm({ to: device.token, data: { n: '2' } });
      const received = await client.received(2);
      expect(received.map(({ data }) => data)).toEqual([{ n: '1' }, { n: '2' }]);
    });

    it('refuses the same bytes that mean something else', async () => {
      const key = { 'idempotency-key': 'order-44' };
      const payload = JSON.stringify({ to: '/topics/news' });
      const json = { ...key, 'content-type': 'application/json' };
      const first = await push.raw({ payload, headers: json });
      expect((await push.raw({ payload, headers: json })).body).toBe(first.body);
      const other = await push.raw({ payload, headers: { ...key, ...FORM } });
      expect(other.body).not.toBe(first.body);
    });

    it('is refused with 429 when the sender has as many as are kept, and sends without one go on', async () => {
      const { token } = await push.device();
      const issued = await push.server.post('/v1/admin/server-keys', {
        name: 'Shop',
        scopes: ['send'],
      });
      const { id, key } = issued.json<IssuedServerKey>();
      const authorization = `key=${key}`;
      await keepMany(push.server.db, id, MAX_ANSWERS_PER_SENDER, Date.now());
      const response = await push.fcm(
        { to: token },
        { authorization, 'idempotency-key': 'order-46' },
      );
      expect([response.statusCode, response.body]).toEqual([
        429,
        expect.stringContaining('Idempotency-Keys'),
      ]);
      expect((await push.fcm({ to: token }, { authorization })).statusCode).toBe(200);
    });

    it('refuses another message under the same key', async () => {
      const { token } = await push.device();
      const key = { 'idempotency-key': 'order-43' };
      await push.fcm({ to: token, data: { n: '1' } }, key);
      const response = await push.fcm({ to: token, data: { n: '2' } }, key);
      expect(response.statusCode).toBe(400);
      expect(response.body).toMatch(/^InvalidParameters: .*Idempotency-Key/);
      expect((await push.fcm({ to: token }, { 'idempotency-key': 'a b' })).statusCode).toBe(400);
    });
  });
});
