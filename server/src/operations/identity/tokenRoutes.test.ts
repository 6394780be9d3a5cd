import { createHash } from 'node:crypto';

import { type IssuedToken, TOKEN_SCOPES, type TokenRecord, type TokenScope } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ADMIN_TOKEN, type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { dumpDatabase } from '../../testing/dumpDatabase.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readPages } from '../../testing/readPages.ts';
import { testEngines } from '../../testing/testEngines.ts';

const TOKENS = '/v1/admin/tokens';
const request = { name: 'CI', scopes: ['read'], expiresInSeconds: 3600 };

describe.each(testEngines())('tokens of the admin API ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const use = (token: string) => server.send('GET', '/v1/admin/mini-programs', { token });

  it.each([
    ['nothing', {}],
    ['another scheme', { authorization: `Basic ${btoa(`admin:${ADMIN_TOKEN}`)}` }],
    ['no scheme', { authorization: ADMIN_TOKEN }],
    ['no token', { authorization: 'Bearer ' }],
    ['two tokens', { authorization: `Bearer ${ADMIN_TOKEN} ${ADMIN_TOKEN}` }],
    ['an unknown token', { authorization: 'Bearer another-root-token' }],
    [
      'an unknown issued token',
      { authorization: `Bearer hat_${'a'.repeat(26)}_${'b'.repeat(43)}` },
    ],
    ['a cookie', { cookie: `token=${ADMIN_TOKEN}` }],
  ])('are demanded with 401 and WWW-Authenticate of who sends %s', async (_what, headers) => {
    for (const url of ['/v1/admin/mini-programs', `${TOKENS}?token=${ADMIN_TOKEN}`]) {
      const response = await server.send('GET', url, { token: undefined, headers });
      expectProblem(response, 'unauthorized');
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(response.body).not.toContain(ADMIN_TOKEN);
    }
  });

  it('are issued with 201, work at once, and are shown this once', async () => {
    const response = await server.post(TOKENS, { ...request, apps: ['com.acme.orders'] });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    const { token, ...record } = response.json<IssuedToken>();
    expect(record).toMatchObject({ name: 'CI', scopes: ['read'], apps: ['com.acme.orders'] });
    expect(Date.parse(record.expiresAt) - Date.parse(record.createdAt)).toBe(3_600_000);
    expect((await use(token)).statusCode).toBe(200);

    const listed = (await readPages<TokenRecord>(server, TOKENS)).flat();
    const { lastUsedAt, ...shown } = listed.find(({ id }) => id === record.id)!;
    expect(shown).toEqual(record);
    expect(Date.now() - Date.parse(lastUsedAt!)).toBeLessThan(60_000);
    expect(JSON.stringify(listed)).not.toContain(token.slice(-43));
  });

  it('leave no secret in the database, neither where tokens are kept nor anywhere else', async () => {
    const headers = { 'idempotency-key': 'issue-and-look' };
    const issued = (await server.post(TOKENS, request, { headers })).json<IssuedToken>();
    await use(issued.token);
    await server.post('/v1/admin/mini-programs', {}, { token: issued.token });
    const secret = issued.token.slice(-43);
    const dump = await dumpDatabase(server.db);

    const digest = createHash('sha256').update(secret).digest('hex');
    expect(JSON.stringify(dump['tokens'])).toContain(digest);
    expect(dump['idempotency_keys']).toHaveLength(1);
    expect(JSON.stringify(dump['audit_log'])).toContain(issued.id);
    const everything = JSON.stringify(dump);
    for (const forbidden of [secret, ADMIN_TOKEN, btoa(secret), btoa(issued.token)]) {
      expect(everything).not.toContain(forbidden);
    }
  });

  it('learn what they may do with a mini-app, before there is one and without the scope read', async () => {
    const apps = ['com.acme.orders'];
    const { token } = await server.issue({ scopes: ['publish', 'release'], apps });
    const access = (appId: string, bearer: string) =>
      server.send('GET', `/v1/admin/mini-programs/${appId}/access`, { token: bearer });
    const own = await access('com.acme.orders', token);
    expect(own.statusCode, own.body).toBe(200);
    const about = { appId: 'com.acme.orders', path: 'orders' };
    expect(own.json()).toEqual({ ...about, scopes: ['publish', 'release'] });
    expectProblem(await access('com.acme.other', token), 'app-not-allowed');
    const ofRoot = await access('com.acme.orders', ADMIN_TOKEN);
    expect(ofRoot.json()).toEqual({ ...about, scopes: [...TOKEN_SCOPES] });
  });

  it('are refused from the next request on once they are revoked', async () => {
    const { id, token } = await server.issue({ scopes: ['read'] });
    expect((await use(token)).statusCode).toBe(200);
    const revoked = await server.send('DELETE', `${TOKENS}/${id}`);
    expect(revoked.statusCode, revoked.body).toBe(200);
    expect(revoked.json()).toMatchObject({ id, revokedAt: expect.any(String) });
    const refused = await use(token);
    expectProblem(refused, 'token-revoked');
    expect(refused.headers['www-authenticate']).toBe('Bearer');
  });

  it('can be revoked twice; the first time counts', async () => {
    const { id } = await server.issue({ scopes: ['read'] });
    const first = (await server.send('DELETE', `${TOKENS}/${id}`)).json<TokenRecord>();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await server.send('DELETE', `${TOKENS}/${id}`);
    expect(second.json()).toEqual(first);
  });

  it('overlap: revoking one leaves the other alone', async () => {
    const [old, fresh] = [
      await server.issue({ scopes: ['read'] }),
      await server.issue({ scopes: ['read'] }),
    ];
    expect((await use(old.token)).statusCode).toBe(200);
    expect((await use(fresh.token)).statusCode).toBe(200);
    await server.send('DELETE', `${TOKENS}/${old.id}`);
    expect((await use(fresh.token)).statusCode).toBe(200);
  });

  it('get another secret, which is shown this once, while the old one still works', async () => {
    const old = await server.issue({ scopes: ['read'] });
    const rotated = await server.post(`${TOKENS}/${old.id}/rotate`, { overlapSeconds: 600 });
    expect(rotated.statusCode, rotated.body).toBe(200);
    expect(rotated.headers['cache-control']).toBe('no-store');
    const { token, ...record } = rotated.json<IssuedToken>();
    for (const each of [old.token, token]) expect((await use(each)).statusCode).toBe(200);
    const listed = (await readPages<TokenRecord>(server, TOKENS)).flat();
    expect(listed.find(({ id }) => id === old.id)).toEqual({
      ...record,
      lastUsedAt: expect.any(String),
      previous: { endsAt: record.previous!.endsAt, lastUsedAt: expect.any(String) },
    });
    const dump = JSON.stringify(await dumpDatabase(server.db));
    for (const each of [old.token, token]) expect(dump).not.toContain(each.slice(-43));

    await server.send('DELETE', `${TOKENS}/${old.id}`);
    for (const each of [old.token, token]) expectProblem(await use(each), 'token-revoked');
    const again = await server.post(`${TOKENS}/${old.id}/rotate`, { overlapSeconds: 600 });
    expectProblem(again, 'token-not-replaceable');
    const unknown = `${TOKENS}/${'z'.repeat(26)}/rotate`;
    expectProblem(await server.post(unknown, { overlapSeconds: 0 }), 'token-not-found');
    const { errors } = expectProblem(
      await server.post(`${TOKENS}/${old.id}/rotate`, { overlapSeconds: 1e9 }),
      'invalid-body',
    );
    expect(errors).toMatchObject([{ pointer: '/overlapSeconds' }]);
  });

  it('are refused with 401 when they have expired', async () => {
    const { id, token } = await server.issue({ scopes: ['read'] });
    await server.db.run('UPDATE tokens SET expires_at = ? WHERE id = ?', Date.now() - 1, id);
    const response = await use(token);
    expectProblem(response, 'token-expired');
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('that are not there are 404, and what cannot be an id is 400', async () => {
    expectProblem(await server.send('DELETE', `${TOKENS}/${'z'.repeat(26)}`), 'token-not-found');
    expectProblem(await server.send('DELETE', `${TOKENS}/${'Z'.repeat(26)}`), 'invalid-path');
  });

  it('are listed in pages, the oldest first', async () => {
    const ids = [];
    for (let index = 0; index < 25; index++) {
      ids.push((await server.issue({ scopes: ['read'] })).id);
    }
    const pages = await readPages<TokenRecord>(server, `${TOKENS}?limit=10`);
    const listed = pages.flat().map(({ id }) => id);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(listed.toSorted());
    expect(listed).toEqual(expect.arrayContaining(ids));
  });

  it.each([
    [{ name: '' }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['root'] }, '/scopes/0'],
    [{ scopes: ['read', 'read'] }, '/scopes'],
    [{ apps: [] }, '/apps'],
    [{ apps: ['com.acme.orders', 'com.acme.orders'] }, '/apps'],
    [{ apps: ['*'] }, '/apps/0'],
    [{ expiresInSeconds: 0 }, '/expiresInSeconds'],
    [{ expiresInSeconds: 1e9 }, '/expiresInSeconds'],
    [{ token: 'of-my-choice' }, '/token'],
  ])('are not issued with %j', async (change, pointer) => {
    const { errors } = expectProblem(
      await server.post(TOKENS, { ...request, ...change }),
      'invalid-body',
    );
    expect(new Set(errors?.map((each) => each.pointer))).toEqual(new Set([pointer]));
  });
});

describe('what a token may do', () => {
  let server: TestServer;
  const tokens = {} as Record<TokenScope, string>;
  const allBut = {} as Record<'publish' | 'trust', string>;
  beforeAll(async () => {
    server = await createTestServer();
    for (const scope of TOKEN_SCOPES)
      tokens[scope] = (await server.issue({ scopes: [scope] })).token;
    // No token has publish and trust: two have everything between them.
    for (const one of ['publish', 'trust'] as const) {
      const scopes = TOKEN_SCOPES.filter((scope) => scope !== one);
      allBut[one] = (await server.issue({ scopes })).token;
    }
  });
  afterAll(() => server.close());

  const VERSION = '/v1/admin/mini-programs/:appId/versions/:version';
  const COLLECTIONS = '/v1/admin/mini-programs/:appId/collections';
  const NEEDED: Record<string, TokenScope | TokenScope[]> = {
    'POST /v1/admin/mini-programs': 'publish',
    'GET /v1/admin/mini-programs': 'read',
    'GET /v1/admin/mini-programs/:appId': 'read',
    'GET /v1/admin/mini-programs/:appId/versions': 'read',
    [`GET ${VERSION}`]: 'read',
    [`POST ${VERSION}/verify`]: 'publish',
    [`POST ${VERSION}/digests`]: 'trust',
    [`POST ${VERSION}/release`]: 'release',
    [`POST ${VERSION}/schedule`]: 'release',
    [`DELETE ${VERSION}/schedule`]: 'release',
    [`POST ${VERSION}/pause`]: 'release',
    [`POST ${VERSION}/withdraw`]: 'release',
    'POST /v1/admin/mini-programs/:appId/rollback': 'release',
    'POST /v1/admin/mini-programs/:appId/suspend': 'release',
    'POST /v1/admin/mini-programs/:appId/resume': 'release',
    'GET /v1/admin/mini-programs/:appId/access': [...TOKEN_SCOPES],
    'PUT /v1/admin/mini-programs/:appId/path': 'release',
    'PUT /v1/admin/mini-programs/:appId/isolation': ['release', 'trust'],
    [`PUT ${VERSION}/trust`]: 'trust',
    [`DELETE ${VERSION}/trust`]: ['release', 'trust'],
    [`POST ${VERSION}/review`]: 'publish',
    [`GET ${VERSION}/review`]: 'read',
    [`POST ${VERSION}/review/decision`]: 'trust',
    'GET /v1/admin/reviews': 'read',
    'GET /v1/admin/crashes': 'read',
    'GET /v1/admin/mini-programs/:appId/crashes/:place': 'read',
    'GET /v1/admin/review-policy': 'read',
    'PUT /v1/admin/review-policy': 'admin',
    'PUT /v1/admin/publishers/:publisherId/review': 'admin',
    'PUT /v1/admin/mini-programs/:appId/upstream': 'data',
    'GET /v1/admin/mini-programs/:appId/upstream': 'read',
    [`GET ${COLLECTIONS}`]: 'read',
    [`GET ${COLLECTIONS}/:collection`]: 'data',
    [`GET ${COLLECTIONS}/:collection/owners`]: 'data',
    [`PUT ${COLLECTIONS}/:collection`]: 'data',
    [`DELETE ${COLLECTIONS}/:collection`]: 'data',
    [`PUT ${COLLECTIONS}/:collection/access`]: 'data',
    [`PUT ${COLLECTIONS}/:collection/documents`]: 'data',
    [`PUT ${COLLECTIONS}/:collection/documents/:id`]: 'data',
    [`DELETE ${COLLECTIONS}/:collection/documents/:id`]: 'data',
    'GET /v1/admin/mini-programs/:appId/analytics/screens': 'read',
    'GET /v1/admin/mini-programs/:appId/analytics/events': 'read',
    [`GET ${VERSION}/reports`]: 'read',
    'POST /v1/admin/publishers': 'admin',
    'GET /v1/admin/publishers': 'read',
    'GET /v1/admin/publishers/:publisherId': 'read',
    'PUT /v1/admin/publishers/:publisherId': 'admin',
    'PUT /v1/admin/publishers/:publisherId/trust': 'trust',
    'DELETE /v1/admin/publishers/:publisherId/trust': 'trust',
    'PUT /v1/admin/mini-programs/:appId/publisher': 'admin',
    'PUT /v1/admin/mini-programs/:appId/names': 'trust',
    'GET /v1/admin/people': 'admin',
    'GET /v1/admin/people/:id/export': 'admin',
    'DELETE /v1/admin/people/:id': 'admin',
    'POST /v1/admin/people/reset-link': 'admin',
    'POST /v1/admin/signing-keys': 'admin',
    'POST /v1/admin/tokens': 'admin',
    'GET /v1/admin/roles': 'read',
    'GET /v1/admin/tokens': 'admin',
    'DELETE /v1/admin/tokens/:id': 'admin',
    'POST /v1/admin/tokens/:id/rotate': 'admin',
    'POST /v1/admin/keys': 'admin',
    'GET /v1/admin/keys': 'read',
    'DELETE /v1/admin/keys/:appId/:id': 'admin',
    'POST /v1/admin/server-keys': 'admin',
    'GET /v1/admin/server-keys': 'admin',
    'DELETE /v1/admin/server-keys/:id': 'admin',
    'POST /v1/admin/server-keys/:id/rotate': 'admin',
    'GET /v1/admin/push-templates': 'push',
    'PUT /v1/admin/push-templates/:name': 'push',
    'DELETE /v1/admin/push-templates/:name': 'push',
    'GET /v1/admin/audit': 'admin',
    'GET /v1/admin/devices': 'read',
    'GET /v1/admin/devices/:id': 'read',
    'DELETE /v1/admin/devices/:id': 'admin',
    'GET /v1/admin/topics': ['push', 'read'],
    'GET /v1/admin/topics/:topic': 'read',
    'GET /v1/admin/audience': ['push', 'read'],
    'POST /v1/admin/audience': ['push', 'read'],
    'GET /v1/admin/messages': 'read',
    'GET /v1/admin/messages/:id': 'read',
    'GET /v1/admin/messages/:id/trace/:deviceId': 'read',
    'GET /v1/admin/mini-programs/:appId/choice': 'read',
    'GET /v1/admin/events': 'read',
    'GET /v1/admin/system': 'admin',
    'GET /v1/admin/overview': 'read',
    'GET /v1/admin/series/sends': 'read',
    'GET /v1/admin/mini-programs/:appId/series': 'read',
    'GET /v1/admin/console-sessions': 'admin',
    'DELETE /v1/admin/console-sessions/:id': 'admin',
    'PUT /v1/admin/artifacts/:appId/:version/:file': 'publish',
    'GET /v1/admin/artifacts/:appId/:version/:file': 'read',
    'PUT /v1/admin/icons/:file': 'publish',
  };
  const adminRoutes = () =>
    server.routes
      .filter(({ url, method }) => url.startsWith('/v1/admin') && method !== 'HEAD')
      .map(({ method, url }) => `${String(method)} ${url}`);
  const call = (route: string, token: string | undefined, appId = 'com.acme.unknown') => {
    const [method, pattern] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
    const url = pattern
      .replace(':appId', appId)
      .replace(':publisherId', 'unknown')
      .replace(':version', '1.0.0')
      .replace(':collection', 'items')
      .replace('icons/:file', `icons/${appId}.png`)
      .replace(':file', 'ios.zip')
      .replace('/:id/trace/:deviceId', '/1/trace/1')
      .replace('devices/:id', 'devices/1')
      .replace(':topic', 'news')
      .replace(':id', 'z'.repeat(26));
    return server.send(method, url, {
      token,
      ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
    });
  };

  it('is said here of every route of the admin API', () => {
    expect(adminRoutes().toSorted()).toEqual(Object.keys(NEEDED).toSorted());
  });

  it.each(Object.entries(NEEDED))('%s needs the scope %s and no other', async (route, needed) => {
    const letsThrough = [];
    for (const scope of TOKEN_SCOPES) {
      const response = await call(route, tokens[scope]);
      const isRefused = response.statusCode === 403 && response.json().code === 'scope-missing';
      if (!isRefused) letsThrough.push(scope);
      expect(response.statusCode === 403, response.body).toBe(isRefused);
    }
    expect(letsThrough).toEqual(TOKEN_SCOPES.filter((scope) => [needed].flat().includes(scope)));
    for (const [lacking, token] of Object.entries(allBut)) {
      const withMost = await call(route, token);
      expect(withMost.statusCode === 403).toBe(lacking === needed);
    }
    expect([401, 403]).not.toContain((await call(route, ADMIN_TOKEN)).statusCode);
    expectProblem(await call(route, undefined), 'unauthorized');
  });

  it('ends at the mini-apps that it is restricted to, on every route that names one', async () => {
    const apps = ['com.acme.mine'];
    const issue = async (lacking: TokenScope) => {
      const scopes = TOKEN_SCOPES.filter((scope) => scope !== lacking && scope !== 'admin');
      return (await server.issue({ scopes, apps })).token;
    };
    const [withoutTrust, withoutPublish] = [await issue('trust'), await issue('publish')];
    const named = Object.keys(NEEDED).filter(
      (route) => /:appId|icons/.test(route) && NEEDED[route] !== 'admin',
    );
    expect(named).toHaveLength(42);
    for (const route of named) {
      const token = NEEDED[route] === 'trust' ? withoutPublish : withoutTrust;
      expectProblem(await call(route, token, 'com.acme.other'), 'app-not-allowed');
      expectProblem(await call(route, token, 'com.acme.mine.evil'), 'app-not-allowed');
      const mine = await call(route, token, 'com.acme.mine');
      expect([401, 403], `${route} ${mine.body}`).not.toContain(mine.statusCode);
    }
  });
});
