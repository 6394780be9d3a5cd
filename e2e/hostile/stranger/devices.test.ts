import { createHash, randomBytes } from 'node:crypto';

import type { DeviceCredentials, InboxPage, RegisteredDevice } from '@host/contracts';
import { MemoryTransport, type Transport } from '@host/server/transports';
import { SERVER_KEY, type TestServer, createTestServer, signUp } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Somebody's phone: registered with a token of ours, which one of a push service has replaced. */
interface Phone extends DeviceCredentials {
  /** What a stranger has learned. */
  known: string;
  session: string | undefined;
}

interface Stranger extends DeviceCredentials {
  session: string;
}

/** A request with which a stranger who knows the token tries to get at the phone. */
type Attempt = (phone: Phone, stranger: Stranger) => { body: object; bearer?: string };

const platform = 'android';
const SUBSCRIPTION_KEYS = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) };

/** Every way to ask for a device that is somebody else's. Another one is a row here. */
const ATTEMPTS: readonly [name: string, attempt: Attempt][] = [
  [
    'merge it into one’s own device, with one’s own key',
    ({ known }, { token, key }) => ({
      body: { token: known, platform, previousToken: token, key },
    }),
  ],
  [
    'merge it, with the key in the header',
    ({ known }, { token, key }) => ({
      body: { token: known, platform, previousToken: token },
      bearer: key,
    }),
  ],
  [
    'merge it as a person',
    ({ known }, { token, key, session }) => ({
      body: { token: known, platform, previousToken: token, previousKey: key },
      bearer: session,
    }),
  ],
  [
    'link it with a key that was never registered',
    ({ known }) => {
      const { token, key } = madeCredentials();
      return { body: { token: known, platform, previousToken: token, key } };
    },
  ],
  [
    'register it as a person',
    ({ known }, { session }) => ({ body: { token: known, platform }, bearer: session }),
  ],
  [
    'register it as a person, with one’s own key',
    ({ known }, { key, session }) => ({ body: { token: known, platform, key }, bearer: session }),
  ],
  ['change its platform', ({ known }) => ({ body: { token: known, platform: 'ios' } })],
  ['change its app', ({ known }) => ({ body: { token: known, platform, app: 'com.evil' } })],
  [
    'take its key’s token for oneself',
    ({ token }, { session }) => ({ body: { token, platform }, bearer: session }),
  ],
  ['register its key’s token anew', ({ token }) => ({ body: { token, platform } })],
  [
    'replace it by one’s own token',
    ({ known }, { token, key }) => ({ body: { token, platform, previousToken: known, key } }),
  ],
  [
    'replace its key’s token by one’s own',
    ({ token: theirs }, { token, key }) => ({
      body: { token, platform, previousToken: theirs, key },
    }),
  ],
  [
    'prove it with a code that was made up',
    ({ known }, { token, key }) => ({
      body: { token: known, platform, previousToken: token, key, proof: 'x'.repeat(43) },
    }),
  ],
];

/** Every call that a device makes by its key, as the table in docs/push-protocol.md has them. */
const CALLS: readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?][] = [
  ['GET', '/v1/push/topics'],
  ['PUT', '/v1/push/topics/offers'],
  ['DELETE', '/v1/push/topics/news'],
  ['POST', '/v1/push/web-push', { endpoint: 'https://push.example/x', keys: SUBSCRIPTION_KEYS }],
  ['DELETE', '/v1/push/web-push'],
  ['GET', '/v1/push/scheduled'],
  ['PUT', '/v1/push/scheduled/tea', { sendAt: '2999-01-01T00:00:00Z', title: 'Tea', body: '' }],
  ['DELETE', '/v1/push/scheduled/tea'],
  ['POST', '/v1/push/acks', { cursor: 0 }],
  ['GET', '/v1/push/stream'],
];

const SERVICES: readonly [name: string, tokenOf: () => string][] = [
  ['FCM', () => `fcm:${randomBytes(16).toString('hex')}`],
  ['Apple', () => randomBytes(32).toString('hex')],
];

describe.each(SERVICES)('a stranger who knows a token of %s', (_, tokenOf) => {
  let server: TestServer;
  const transports = [new MemoryTransport('fcm'), new MemoryTransport('apns')];
  beforeAll(async () => {
    server = await createTestServer({ pushTransports: transports as unknown as Transport[] });
  });
  afterAll(() => server.close());

  const register = (body: object, token?: string) =>
    server.post('/devices/register', body, { token });
  const topicsOf = (key: string) => server.send('GET', '/v1/push/topics', { token: key });
  const credentials = async () =>
    (await server.post('/v1/push/tokens', {}, { token: undefined })).json<DeviceCredentials>();

  /** A phone of nobody or of a person, with the topic `news`. */
  async function phoneOf(session: string | undefined): Promise<Phone> {
    const { token, key } = await credentials();
    const known = tokenOf();
    await register({ token, platform, key }, session);
    const body = { token: known, platform, key, previousToken: token, previousKey: key };
    const linked = await register(body, session);
    expect(linked.statusCode, linked.body).toBe(200);
    await server.send('PUT', '/v1/push/topics/news', { token: key });
    return { token, key, known, session };
  }

  async function strangerTo(): Promise<Stranger> {
    const own = await credentials();
    await register({ token: own.token, platform, key: own.key });
    return { ...own, session: (await signUp({ server })).session };
  }

  async function expectUntouched(phone: Phone, before: unknown): Promise<void> {
    expect(await rowsOf(phone)).toEqual(before);
    expect((await topicsOf(phone.key)).json()).toEqual({ topics: ['news'] });
    const sent = await server.app.inject({
      method: 'POST',
      url: '/fcm/send',
      headers: { authorization: `key=${SERVER_KEY}` },
      payload: { to: phone.known, dry_run: true },
    });
    expect(sent.json()).toMatchObject({ success: 1, canonical_ids: 0 });
  }

  const rowsOf = async ({ known, token }: Phone) => ({
    devices: await server.db.all(
      'SELECT id, token, platform, app, person_id, owner_id, upstream FROM devices WHERE token = ?',
      known,
    ),
    keys: await server.db.all(
      'SELECT device_id, is_key FROM replaced_tokens WHERE token_key = ?',
      createHash('sha256').update(token).digest('base64url'),
    ),
  });

  describe.each(['nobody', 'a person'])('of the phone of %s', (owner) => {
    it.each(ATTEMPTS)('cannot %s by registering it', async (_name, attempt) => {
      const session = owner === 'nobody' ? undefined : (await signUp({ server })).session;
      const phone = await phoneOf(session);
      const before = await rowsOf(phone);
      const stranger = await strangerTo();
      const { body, bearer } = attempt(phone, stranger);
      const answer = await register(body, bearer);
      expect([403, 409], answer.body).toContain(answer.statusCode);
      await expectUntouched(phone, before);
      expect((await topicsOf(stranger.key)).json()).toEqual({ topics: [] });
    });

    it('cannot unregister it', async () => {
      const session = owner === 'nobody' ? undefined : (await signUp({ server })).session;
      const phone = await phoneOf(session);
      const before = await rowsOf(phone);
      const stranger = await strangerTo();
      for (const bearer of [undefined, stranger.key, stranger.session]) {
        for (const token of [phone.known, phone.token]) {
          const path = `/devices/${encodeURIComponent(token)}`;
          const answer = await server.send('DELETE', path, { token: bearer });
          expect(answer.statusCode).toBe(bearer === undefined ? 401 : 403);
        }
      }
      await expectUntouched(phone, before);
    });
  });

  it.each(CALLS)('cannot %s %s without its key', async (method, url, payload) => {
    const phone = await phoneOf((await signUp({ server })).session);
    const before = await rowsOf(phone);
    const stranger = await strangerTo();
    const as = (token: string | undefined) =>
      server.send(method, url, { token, ...(payload && { payload }) });
    for (const bearer of [undefined, phone.known, phone.token, stranger.session, SERVER_KEY]) {
      expect((await as(bearer)).statusCode).toBe(401);
    }
    // One's own key is for one's own device; a stream would not end.
    if (!url.endsWith('/stream')) await as(stranger.key);
    await expectUntouched(phone, before);
  });

  it('is told nothing of it by repeating its registration', async () => {
    const phone = await phoneOf(undefined);
    await server.db.run('UPDATE devices SET last_seen = 1 WHERE token = ?', phone.known);
    const before = await rowsOf(phone);
    const asked = Date.now();
    const answer = await register({ token: phone.known, platform });
    expect(answer.statusCode).toBe(200);
    const told = answer.json<RegisteredDevice>();
    expect(told.topics).toEqual([]);
    expect(Date.parse(told.lastSeen)).toBeGreaterThanOrEqual(asked);
    await expectUntouched(phone, before);
  });
});

/** Every way to ask for a token of ours that is not registered at the moment; `own` is a device of the one who asks. */
const CLAIMS_OF_A_FREE_TOKEN: readonly [name: string, body: (own: DeviceCredentials) => object][] =
  [
    ['as it is', () => ({})],
    ['with one’s own key', ({ key }) => ({ key })],
    ['in place of one’s own', ({ token, key }) => ({ previousToken: token, previousKey: key })],
    ['with a code that was made up', () => ({ proof: 'x'.repeat(43) })],
  ];

describe('a person who knows a token of this gateway that nobody has registered', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer()));
  afterAll(() => server.close());

  const register = (body: object, token?: string) =>
    server.post('/devices/register', { platform, ...body }, { token });
  const send = async (to: string) => {
    const sent = await server.app.inject({
      method: 'POST',
      url: '/fcm/send',
      headers: { authorization: `key=${SERVER_KEY}` },
      payload: { to, notification: { title: 'Your code', body: '4711' } },
    });
    expect(sent.json(), sent.body).toMatchObject({ success: 1 });
  };
  const inboxOf = async (token: string) =>
    (await server.send('GET', '/v1/inbox', { token })).json<InboxPage>().items;

  it.each(CLAIMS_OF_A_FREE_TOKEN)('is sent nothing by registering it %s', async (_, bodyOf) => {
    const [victim, own] = [madeCredentials(), madeCredentials()];
    const { session } = await signUp({ server });
    await register(own, session);
    const first = await register({ token: victim.token, ...bodyOf(own) }, session);
    // A new token is registered as the interface says, and belongs to nobody.
    expect([200, 201], first.body).toContain(first.statusCode);
    await register({ token: victim.token, ...bodyOf(own) }, session);
    await send(victim.token);
    expect(await inboxOf(session)).toEqual([]);

    // Whoever has its key has it as ever.
    const owner = await signUp({ server });
    const answer = await register(victim, owner.session);
    expect(answer.statusCode, answer.body).toBe(200);
    await send(victim.token);
    expect(await inboxOf(owner.session)).not.toEqual([]);
    expect(await inboxOf(session)).toEqual([]);
    const topic = `/v1/push/topics/user_${owner.id}`;
    expect((await server.send('PUT', topic, { token: victim.key })).statusCode).toBe(200);
  });
});

function madeCredentials(): DeviceCredentials {
  const key = `hgk_${randomBytes(32).toString('base64url')}`;
  return { key, token: `hgt_${createHash('sha256').update(key).digest('base64url')}` };
}
