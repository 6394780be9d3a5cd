import type { PublisherKey } from '@host/contracts';
import { TOKEN_SCOPES } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readPages } from '../../testing/readPages.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { createPublisher, registerKey } from './testing/publisher.ts';

const KEYS = '/v1/admin/keys';
// RFC 8032, 7.1, test 1.
const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const id = '21fe31dfa154a261';

describe.each(testEngines())('publisher keys ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const revoke = (appId: string, keyId: string, token?: string) =>
    server.send('DELETE', `${KEYS}/${appId}/${keyId}`, token === undefined ? {} : { token });

  it('are registered before the mini-app has a version, under the digest of the key', async () => {
    const appId = newAppId();
    const response = await server.post(KEYS, { appId, name: 'CI', publicKey });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id,
      appId,
      name: 'CI',
      publicKey,
      createdAt: expect.any(String),
    });
  });

  it('can be used by several mini-apps, once by each', async () => {
    const [one, other] = [newAppId(), newAppId()];
    for (const appId of [one, other]) {
      expect((await registerKey(server, appId, { ...createPublisher(), publicKey })).id).toBe(id);
    }
    expectProblem(await server.post(KEYS, { appId: one, name: 'Again', publicKey }), 'key-exists');
  });

  it('are revoked for one mini-app, for good, and once', async () => {
    const [one, other] = [newAppId(), newAppId()];
    const publisher = createPublisher();
    const key = await registerKey(server, one, publisher);
    await registerKey(server, other, publisher);

    const first = (await revoke(one, key.id)).json<PublisherKey>();
    expect(first).toEqual({ ...key, revokedAt: expect.any(String) });
    expect((await revoke(one, key.id)).json()).toEqual(first);
    const again = { appId: one, name: 'Back', publicKey: publisher.publicKey };
    expectProblem(await server.post(KEYS, again), 'key-exists');
    const [[left]] = (await readPages<PublisherKey>(server, `${KEYS}?appId=${other}`)) as [
      [PublisherKey],
    ];
    expect(left).not.toHaveProperty('revokedAt');
  });

  it('that are not there cannot be revoked', async () => {
    const appId = newAppId();
    expectProblem(await revoke(appId, id), 'key-not-found');
    expectProblem(await revoke(appId, 'x'), 'invalid-path');
  });

  it('are listed in pages, of one mini-app or of all, the revoked ones too', async () => {
    const [one, other] = [newAppId(), newAppId()];
    const keys: PublisherKey[] = [];
    for (const appId of [one, one, one, other, other]) {
      keys.push(await registerKey(server, appId, createPublisher()));
    }
    keys[0] = (await revoke(one, keys[0]!.id)).json<PublisherKey>();
    const inOrder = keys.toSorted((a, b) => (`${a.appId} ${a.id}` < `${b.appId} ${b.id}` ? -1 : 1));

    const ofOne = await readPages<PublisherKey>(server, `${KEYS}?appId=${one}&limit=2`);
    expect(ofOne.map((page) => page.length)).toEqual([2, 1]);
    expect(ofOne.flat()).toEqual(inOrder.filter(({ appId }) => appId === one));
    const ofAll = (await readPages<PublisherKey>(server, `${KEYS}?limit=3`)).flat();
    expect(ofAll.filter(({ appId }) => appId === one || appId === other)).toEqual(inOrder);
    expect(new Set(ofAll.map((key) => `${key.appId} ${key.id}`)).size).toBe(ofAll.length);
  });

  it('show to a restricted token as far as it may see', async () => {
    const [one, other, hidden] = [newAppId(), newAppId(), newAppId()];
    for (const appId of [one, one, other, hidden]) {
      await registerKey(server, appId, createPublisher());
    }
    const { token } = await server.issue({ scopes: ['read'], apps: [other, one] });
    const pages = await readPages<PublisherKey>(server, `${KEYS}?limit=1`, { token });
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1]);
    expect(pages.flat().map(({ appId }) => appId)).toEqual(
      [one, one, other].toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expectProblem(
      await server.send('GET', `${KEYS}?appId=${hidden}`, { token }),
      'app-not-allowed',
    );
  });

  it('are changed with the scope admin alone, whatever other scopes a token has', async () => {
    const appId = newAppId();
    const scopes = TOKEN_SCOPES.filter((scope) => scope !== 'publish' && scope !== 'admin');
    const { token } = await server.issue({ scopes, apps: [appId] });
    const body = { appId, name: 'Mine', publicKey };
    expectProblem(await server.post(KEYS, body, { token }), 'scope-missing');
    await server.post(KEYS, body);
    expectProblem(await revoke(appId, id, token), 'scope-missing');
  });

  it('are refused when anybody could sign for them', async () => {
    const weak = Buffer.from(`01${'00'.repeat(31)}`, 'hex').toString('base64');
    const response = await server.post(KEYS, { appId: newAppId(), name: 'Weak', publicKey: weak });
    expect(expectProblem(response, 'invalid-body').errors).toEqual([
      expect.objectContaining({ pointer: '/publicKey', code: 'weak_key' }),
    ]);
  });

  it('are registered once under one Idempotency-Key', async () => {
    const body = { appId: newAppId(), name: 'CI', publicKey };
    const headers = { 'idempotency-key': `key-${body.appId}` };
    const first = await server.post(KEYS, body, { headers });
    const second = await server.post(KEYS, body, { headers });
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
  });
});
