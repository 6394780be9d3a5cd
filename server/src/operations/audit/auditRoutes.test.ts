import type { AuditEntry } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { encodeCursor } from '../../http/lists/cursor.ts';
import { DIGESTS, adminActions } from '../../testing/adminActions.ts';
import {
  ADMIN_TOKEN,
  type TestServer,
  newAppId,
  registrationOf,
  uploadsOf,
} from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readPages } from '../../testing/readPages.ts';
import { foreignRegistrationOf } from '../../testing/startForeignCdn.ts';
import { type WithForeignCdn, startWithForeignCdn } from '../../testing/startWithForeignCdn.ts';
import { testEngines } from '../../testing/testEngines.ts';

const AUDIT = '/v1/admin/audit';
const ADMIN = '/v1/admin/mini-programs';

/** What is added for ever and never changed, or is about people: the details say it. */
const NOTHING_TO_COMPARE = new Set([
  'version.register',
  'version.verify',
  'version.state-digests',
  'artifact.upload',
  'icon.upload',
  'name.allow',
  'signing-keys.replace',
  'person.delete',
  'person.reset-link',
]);

/** What is asked has no room in an address. */
const CHANGES_NOTHING = new Set(['POST /v1/admin/audience']);

describe.each(testEngines())('the audit log ($name)', (engine) => {
  let started: WithForeignCdn;
  let cdn: WithForeignCdn['cdn'];
  let server: TestServer;
  let trusting: TestServer;
  beforeAll(async () => {
    started = await startWithForeignCdn(engine);
    ({ cdn, server, trusting } = started);
  });
  afterAll(() => started.close());

  const newest = async (limit = 100) =>
    (await server.send('GET', `${AUDIT}?limit=${limit}`)).json<{ items: AuditEntry[] }>().items;
  const newestId = async () => (await newest(1))[0]?.id ?? 0;
  const entriesSince = async (id: number) => (await newest()).filter((entry) => entry.id > id);
  const versionPath = (appId: string) => `${ADMIN}/${appId}/versions/1.0.0`;

  const actions = adminActions(
    () => server,
    () => cdn,
  );

  it('is tested here with every route that changes something', () => {
    const changing = server.routes
      .filter(
        ({ url, method }) => url.startsWith('/v1/admin/') && method !== 'GET' && method !== 'HEAD',
      )
      .map(({ method, url }) => `${String(method)} ${url}`);
    const audited = changing.filter((route) => !CHANGES_NOTHING.has(route));
    expect(changing).toEqual(expect.arrayContaining([...CHANGES_NOTHING]));
    expect(actions.map(({ route }) => route).toSorted()).toEqual(audited.toSorted());
  });

  it.each(actions)('has exactly one entry of a $route', async ({ route, prepare }) => {
    const { path, body, action, target, details } = await prepare(newAppId());
    const before = await newestId();
    const requestId = `audit-${before}-test`;
    const [method] = route.split(' ') as ['POST' | 'PUT' | 'DELETE'];
    const response = await trusting.send(method, path, {
      remoteAddress: '203.0.113.7',
      headers: {
        'x-request-id': requestId,
        ...(Buffer.isBuffer(body) && { 'content-type': 'application/octet-stream' }),
      },
      ...(body && { payload: body }),
    });
    expect(response.statusCode, response.body).toBeLessThan(300);

    const [entry, ...others] = await entriesSince(before);
    expect(others).toEqual([]);
    const { change, ...rest } = entry!;
    expect(rest).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      actor: 'root',
      action,
      target,
      address: '203.0.113.7',
      requestId,
      details,
    });
    expect(change === undefined).toBe(NOTHING_TO_COMPARE.has(action));
    const issued = action.endsWith('.issue')
      ? response.json<{ token?: string; key?: string }>()
      : { token: 'no secret was issued' };
    expect(JSON.stringify(entry)).not.toContain(issued.token ?? issued.key);
    expect(Math.abs(Date.now() - Date.parse(entry!.at))).toBeLessThan(60_000);
  });

  it('has what was before and is after: the fields that differ', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 10 });
    const before = await newestId();
    await server.post(`${versionPath(appId)}/release`, { percentage: 50, cohorts: ['beta'] });
    await server.send('PUT', `${ADMIN}/${appId}/collections/people/documents/ann`, {
      payload: { id: 'ann', address: 'a secret street' },
    });
    await server.send('PUT', `${ADMIN}/${appId}/collections/people/documents/ann`, {
      payload: { id: 'ann', address: 'another street' },
    });
    const entries = (await entriesSince(before)).toSorted((one, other) => one.id - other.id);
    expect(entries.map(({ change }) => change)).toEqual([
      { before: { percentage: 10, cohorts: [] }, after: { percentage: 50, cohorts: ['beta'] } },
      { before: null, after: { bytes: 40, fields: ['id', 'address'] } },
      { before: { bytes: 40, fields: ['address'] }, after: { bytes: 39, fields: ['address'] } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('street');
  });

  it('names the token that acted, by its id', async () => {
    const { id, token } = await server.issue({ scopes: ['publish'] });
    const before = await newestId();
    await server.post(ADMIN, foreignRegistrationOf(newAppId(), '1.0.0'), { token });
    expect((await entriesSince(before)).map(({ actor }) => actor)).toEqual([id]);
  });

  it('has the name of the token that acted, and is searched by a part of it', async () => {
    const { id, token } = await server.issue({ name: 'Sam, 100 % marketing', scopes: ['publish'] });
    const appId = newAppId();
    await server.post(ADMIN, foreignRegistrationOf(appId, '1.0.0'), { token });
    const found = async (actor: string) =>
      (await server.send('GET', `${AUDIT}?${new URLSearchParams({ actor }).toString()}`))
        .json<{ items: AuditEntry[] }>()
        .items.map((entry) => [entry.actor, entry.actorName, entry.target]);
    const entry = [id, 'Sam, 100 % marketing', `${appId}@1.0.0`];
    expect(await found(id)).toEqual([entry]);
    expect(await found('sam, 100 %')).toEqual([entry]);
    expect(await found('100_%')).toEqual([]);
    expect((await found('root')).every(([actor, name]) => actor === 'root' && !name)).toBe(true);
  });

  it('has no entry of what failed or changed nothing', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    await server.post(ADMIN, registrationOf(appId, '1.0.0'));
    const { token } = await server.issue({ scopes: ['read'] });
    const before = await newestId();
    const binary = { headers: { 'content-type': 'application/octet-stream' } };
    const [[, ios]] = (await uploadsOf(appId, '1.0.0')) as [[string, Buffer]];

    const answers = [
      await server.post(ADMIN, registrationOf(appId, '1.0.0')),
      await server.post(ADMIN, registrationOf(appId, '1.0.0', { name: 'Other' })),
      await server.post(ADMIN, registrationOf(newAppId(), '1.0.0')),
      await server.post(ADMIN, {}),
      await server.post(ADMIN, registrationOf(newAppId(), '1.0.0'), { token }),
      await server.post(ADMIN, {}, { token: undefined }),
      await server.post(`${versionPath(appId)}/verify`),
      await server.post(`${versionPath(appId)}/digests`, DIGESTS),
      await server.post(`${versionPath(appId)}/pause`),
      await server.post(`${ADMIN}/${appId}/rollback`),
      await server.post(`${ADMIN}/${newAppId()}/suspend`),
      await server.post('/v1/admin/tokens', { name: 'x' }),
      await server.send('DELETE', `/v1/admin/tokens/${'z'.repeat(26)}`),
      await server.send('PUT', `/v1/admin/artifacts/${appId}/1.0.0/ios.zip`, {
        payload: ios,
        ...binary,
      }),
      await server.send('PUT', `/v1/admin/artifacts/${appId}/1.0.1/ios.zip`, {
        payload: 'no zip',
        ...binary,
      }),
      await server.send('PUT', `/v1/admin/icons/${appId}.png`, { payload: 'no png', ...binary }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      200, 409, 422, 422, 403, 401, 200, 200, 409, 409, 404, 422, 404, 200, 422, 422,
    ]);
    expect(await entriesSince(before)).toEqual([]);
  });

  it('is read in pages, the newest first, without a gap or a duplicate', async () => {
    const before = await newestId();
    for (let index = 0; index < 25; index++) {
      await server.post('/v1/admin/tokens', {
        name: `Token ${index}`,
        scopes: ['read'],
        expiresInSeconds: 60,
      });
    }
    for (const limit of [10, 25]) {
      const entries = (await readPages<AuditEntry>(server, `${AUDIT}?limit=${limit}`)).flat();
      const targets = entries.filter(({ id }) => id > before).map(({ target }) => target);
      expect(targets).toEqual(Array.from({ length: 25 }, (_, index) => `Token ${24 - index}`));
      const ids = entries.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
    }
  });

  it('is searched by who, what, to what and when', async () => {
    const { id, token } = await server.issue({ scopes: ['publish'] });
    const appId = newAppId();
    await server.post(ADMIN, foreignRegistrationOf(appId, '1.0.0'), { token });
    const found = async (query: Record<string, string>) => {
      const search = new URLSearchParams({ ...query, limit: '100' }).toString();
      const response = await server.send('GET', `${AUDIT}?${search}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json<{ items: AuditEntry[] }>().items;
    };
    const [entry, ...others] = await found({ actor: id });
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: 'version.register', target: `${appId}@1.0.0` });
    expect(await found({ target: appId })).toEqual([entry]);
    expect(await found({ target: appId, action: 'version.' })).toEqual([entry]);
    expect(await found({ target: appId, action: 'token.' })).toEqual([]);
    const after = new Date(Date.parse(entry!.at) + 1).toISOString();
    expect(await found({ actor: id, since: entry!.at, until: after })).toEqual([entry]);
    expect(await found({ actor: id, since: after })).toEqual([]);
    expect(await found({ actor: id, until: entry!.at })).toEqual([]);
    for (const query of ['since=yesterday', 'actor=', 'who=root']) {
      expectProblem(await server.send('GET', `${AUDIT}?${query}`), 'invalid-query');
    }
  });

  it.each([[['1']], [[1.5]], [[1e300]], [[1, 2]], [[]]])('refuses the cursor %j', async (place) => {
    const response = await server.send('GET', `${AUDIT}?cursor=${encodeCursor(place)}`);
    expectProblem(response, 'invalid-query');
  });

  it('holds no secret', async () => {
    const { token } = await server.issue({ scopes: ['publish', 'read'] });
    await server.post(ADMIN, foreignRegistrationOf(newAppId(), '1.0.0'), { token });
    const everything = JSON.stringify(await readPages(server, `${AUDIT}?limit=100`));
    expect(everything).toContain('token.issue');
    expect(everything).not.toContain(token.slice(-43));
    expect(everything).not.toContain(ADMIN_TOKEN);
  });
});
