import type { AppToken, InboxPage, IssuedServerKey } from '@host/contracts';
import {
  type TestServer,
  createTestServer,
  newAppId,
  signUp,
  vouchFor,
} from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What the back end of a hostile mini-app knows. */
interface Knowledge {
  /** Its own mini-app, and one that the person lets notify them. */
  own: string;
  trusted: string;
  /** Under which each of them knows the person. */
  ownOpenId: string;
  trustedOpenId: string;
  personId: string;
  /** A device of the person. */
  token: string;
}

type Body = (known: Knowledge) => Record<string, unknown>;

/** Every way to reach a person who did not let one. Another one is a row here. */
const ATTEMPTS: readonly [name: string, body: Body][] = [
  ['by the openId that it has', ({ ownOpenId }) => ({ to: `/people/${ownOpenId}` })],
  [
    'by the openId of another mini-app',
    ({ trustedOpenId }) => ({ to: `/people/${trustedOpenId}` }),
  ],
  ['by the id of the person', ({ personId }) => ({ to: `/people/${personId}` })],
  [
    'in the name of another mini-app',
    ({ trusted, trustedOpenId }) => ({ to: `/people/${trustedOpenId}`, data: { appId: trusted } }),
  ],
  ['by the topic of the person', ({ personId }) => ({ to: `/topics/user_${personId}` })],
  ['by a topic of another mini-app', ({ trusted }) => ({ to: `/topics/miniapp_${trusted}_news` })],
  ['by a topic of the host', () => ({ to: '/topics/news' })],
  ['by a condition', ({ own }) => ({ condition: `!('miniapp_${own}_x' in topics)` })],
  ['by the token of a device', ({ token }) => ({ to: token })],
  ['by tokens', ({ token }) => ({ registration_ids: [token] })],
];

describe('the back end of a mini-app that a person did not let notify them', () => {
  let server: TestServer;
  let known: Knowledge;
  let session: string;
  let key: string;
  beforeAll(async () => {
    server = await createTestServer();
    const [own, trusted] = [newAppId(), newAppId()];
    for (const appId of [own, trusted]) {
      await vouchFor(server, appId, '1.0.0', { permissions: ['user', 'push'], release: {} });
    }
    const person = await signUp({ server });
    ({ session } = person);
    const allow = (place: string) =>
      server.send('PUT', `/v1/consents/${place}`, {
        token: session,
        payload: { state: 'granted' },
      });
    const openIdOf = async (appId: string) => {
      await allow(`${appId}/user`);
      const path = `/v1/mini-programs/${appId}/token`;
      return (await server.post(path, {}, { token: session })).json<AppToken>().user.openId;
    };
    const [ownOpenId, trustedOpenId] = [await openIdOf(own), await openIdOf(trusted)];
    await allow(`${trusted}/push`);
    const issued = await server.post('/v1/push/tokens', {}, { token: undefined });
    const device = issued.json<{ token: string; key: string }>();
    const { token } = device;
    await server.post('/devices/register', { ...device, platform: 'web' }, { token: session });
    for (const topic of ['news', `user_${person.id}`, `miniapp_${trusted}_news`]) {
      await server.send('PUT', `/v1/push/topics/${topic}`, { token: device.key });
    }
    known = { own, trusted, ownOpenId, trustedOpenId, personId: person.id, token };
    const request = { name: 'Hostile', scopes: ['send', 'topics', 'read'], miniApps: [own] };
    key = (await server.post('/v1/admin/server-keys', request)).json<IssuedServerKey>().key;
  });
  afterAll(() => server.close());

  it.each(ATTEMPTS)('does not reach them %s', async (_, body) => {
    await server.app.inject({
      method: 'POST',
      url: '/fcm/send',
      headers: { authorization: `key=${key}` },
      payload: { notification: { title: 'Bank' }, ...body(known) },
    });
    const inbox = await server.send('GET', '/v1/inbox', { token: session });
    expect(inbox.json<InboxPage>().items).toEqual([]);
  });

  it('finds out nothing of them and of the messages of others, by any call that its key opens', async () => {
    const headers = { authorization: `key=${key}` };
    const as = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      server.app.inject({ method, url, headers, ...(payload && { payload }) });
    /** The same call about a device that is there and about one that is not. */
    const pairs = await Promise.all(
      [known.token, `hgt_${'x'.repeat(43)}`].map(async (token) => [
        await as('POST', '/fcm/send', { to: token }),
        await as('POST', '/fcm/send', { to: token, dry_run: true }),
        await as('GET', `/iid/info/${token}?details=true`),
        await as('POST', `/iid/v1/${token}/rel/topics/miniapp_${known.own}_x`),
        await as('POST', `/iid/v1/${token}/rel/topics/news`),
        await as('DELETE', `/iid/v1/${token}/rel/topics/news`),
        await as('POST', '/iid/v1:batchAdd', {
          to: `/topics/miniapp_${known.own}_x`,
          registration_tokens: [token],
        }),
        await as('POST', '/iid/v1:batchRemove', {
          to: '/topics/news',
          registration_tokens: [token],
        }),
      ]),
    );
    const told = pairs.map((answers) =>
      answers.map(({ statusCode, body }) => [
        statusCode,
        body.replace(/"multicast_id":\d+/, '"multicast_id":0'),
      ]),
    );
    expect(told[0]).toEqual(told[1]);

    const foreign = await server.app.inject({
      method: 'POST',
      url: '/fcm/send',
      headers: { authorization: `key=server-key-for-tests` },
      payload: { to: '/topics/elsewhere' },
    });
    const id = foreign.json<{ message_id: number }>().message_id;
    expect((await as('GET', `/v1/push/messages/${id}`)).statusCode).toBe(404);
    expect((await as('DELETE', `/v1/push/messages/${id}`)).statusCode).toBe(404);
    const own = (await as('GET', '/v1/push/messages')).json<{ items: { id: string }[] }>();
    expect(own.items.map((item) => item.id)).not.toContain(String(id));
    const path = `/devices/${known.token}`;
    expect((await as('DELETE', path)).statusCode).toBe(403);
    for (const call of ['/v1/inbox', '/v1/push/topics', '/v1/push/scheduled', '/v1/consents']) {
      expect((await as('GET', call)).statusCode, call).toBe(401);
    }
  });
});
