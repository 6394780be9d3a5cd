import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { RESERVED_PATHS, MiniAppPath } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { PackageFolder } from '../../http/npm-registry/PackageFolder.ts';
import { answerAs } from '../../people/testing/answerAs.ts';
import { personOn, sendAs } from '../../people/testing/personOn.ts';
import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type VouchedApp, vouchedApp } from './testing/vouchedApp.ts';

const ITEMS = [
  { id: '1002', title: 'Two cups', price: { amount: 12.5, currency: 'EUR' }, tags: ['new', null] },
  { id: '1001', title: 'Espresso machine ☕' },
];

describe.each(testEngines())('the data of a mini-app ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.send('GET', url, { token: undefined, headers });

  it('is read as an array by GET /<mini_app_path>/items, without a session', async () => {
    const { path } = await vouchedApp(server, { documents: ITEMS });
    const response = await get(`${path}/items`);
    expect([response.statusCode, response.json()]).toEqual([200, ITEMS]);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
    const head = await server.send('HEAD', `${path}/items`, { token: undefined });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('is not sent again to whoever has it, and is as soon as it changes', async () => {
    const { path, collections } = await vouchedApp(server, { documents: ITEMS });
    const etag = String((await get(`${path}/items`)).headers['etag']);
    const again = await get(`${path}/items`, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await server.send('PUT', `${collections}/items/documents/1003`, {
      payload: { id: '1003', title: 'Milk' },
    });
    const changed = await get(`${path}/items`, { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toHaveLength(3);
  });

  it('is read in parts that follow each other by Link', async () => {
    const documents = Array.from({ length: 25 }, (_, index) => ({ id: `n${index}`, index }));
    const { path } = await vouchedApp(server, { documents });
    const read: object[] = [];
    let next: string | undefined = `${path}/items?limit=10`;
    let parts = 0;
    while (next !== undefined) {
      const response = await get(next);
      expect(response.statusCode, response.body).toBe(200);
      read.push(...response.json<object[]>());
      next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
      parts++;
    }
    expect([parts, read]).toEqual([3, documents]);
    expectProblem(await get(`${path}/items?limit=0`), 'invalid-query');
    expectProblem(await get(`${path}/items?limit=101`), 'invalid-query');
    expectProblem(await get(`${path}/items?cursor=x`), 'invalid-query');
    expectProblem(await get(`${path}/items?sort=title`), 'invalid-query');
  });

  it('has each document at an address of its own', async () => {
    const { path } = await vouchedApp(server, { documents: ITEMS });
    const response = await get(`${path}/items/1001`);
    expect([response.statusCode, response.json()]).toEqual([200, ITEMS[1]]);
    expectProblem(await get(`${path}/items/1009`), 'document-not-found');
    expectProblem(await get(`${path}/items/..%2f1001`), 'collection-not-found');
    expectProblem(await get(`${path}/items/1001/more`), 'collection-not-found');
  });

  it('is 404 under a path or in a collection that nobody has', async () => {
    const { path } = await vouchedApp(server, { documents: ITEMS });
    expectProblem(await get('/nobody-has-this/items'), 'not-found');
    expectProblem(await get('/NOBODY/items'), 'not-found');
    expectProblem(await get(`${path}/others`), 'collection-not-found');
    expectProblem(await get(`${path}/`), 'collection-not-found');
    expectProblem(await get(`${path}/Items`), 'collection-not-found');
  });

  it('cannot be written there while no back end is named', async () => {
    const { path } = await vouchedApp(server, { documents: ITEMS });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await server.send(method, `${path}/items`, { payload: { id: '1' } });
      expectProblem(response, 'not-found');
    }
    expect((await get(`${path}/items`)).json()).toEqual(ITEMS);
  });

  it('is refused once the mini-app is suspended', async () => {
    const { appId, path } = await vouchedApp(server, { documents: ITEMS });
    await server.post(`/v1/admin/mini-programs/${appId}/suspend`, { reason: 'Under review' });
    const { detail } = expectProblem(await get(`${path}/items`), 'mini-program-suspended');
    expect(detail).toBe('Under review');
  });

  describe('when it is private', () => {
    let app: VouchedApp;
    let session: { accessToken: string };
    beforeAll(async () => {
      app = await vouchedApp(server, { documents: ITEMS, private: true });
      session = await (await personOn(server)).signIn();
    });
    const tokenFor = async (appId: string) => {
      await answerAs(server, session, appId, 'granted');
      const url = `/v1/mini-programs/${appId}/token`;
      const response = await sendAs(server, session, 'POST', url, { payload: {} });
      return response.json<{ token: string }>().token;
    };

    it('is 401 without a session, and with a token that is not ours', async () => {
      for (const url of [`${app.path}/items`, `${app.path}/items/1001`]) {
        const answer = await get(url);
        expectProblem(answer, 'unauthorized');
        // Without consent the host tells the server nothing of a person who is signed in to it.
        expect(answer.json().detail).toContain('or they have not agreed yet');
        expectProblem(await get(url, { authorization: 'Bearer made-up' }), 'unauthorized');
      }
    });

    it('is read with a session, and with the token of the mini-app', async () => {
      for (const token of [session.accessToken, await tokenFor(app.appId)]) {
        const response = await server.send('GET', `${app.path}/items`, { token });
        expect([response.statusCode, response.json()]).toEqual([200, ITEMS]);
        expect(response.headers['cache-control']).toBe('private, no-cache');
        expect(response.headers['vary']).toBe('authorization, origin');
      }
    });

    it('is not read with the token of another mini-app', async () => {
      const other = await vouchedApp(server);
      const token = await tokenFor(other.appId);
      expectProblem(await server.send('GET', `${app.path}/items`, { token }), 'app-not-allowed');
    });

    it('becomes public and private again as an operator says', async () => {
      const access = `${app.collections}/items/access`;
      await server.send('PUT', access, { payload: { private: false } });
      expect((await get(`${app.path}/items`)).statusCode).toBe(200);
      // Replacing the documents leaves it as it is.
      await server.send('PUT', access, { payload: { private: true } });
      await server.send('PUT', `${app.collections}/items`, { payload: { documents: ITEMS } });
      expectProblem(await get(`${app.path}/items`), 'unauthorized');
    });
  });
});

describe('the paths of mini-apps', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    // With all that a server may have: what another one leaves out must not be a mini-app's there.
    folder = await mkdtemp(join(tmpdir(), 'packages-'));
    server = await createTestServer({
      hostApp: new Map(),
      packages: await PackageFolder.open(folder, {
        registryUrl: 'http://x/npm/',
        onProblem: () => {},
      }),
    });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('never hide an address of the server: the first part of every route is reserved', () => {
    const firstParts = new Set(
      server.routes
        .map(({ url }) => url.split('/')[1] ?? '')
        .filter((part) => part !== '' && part !== ':miniAppPath' && part !== '*'),
    );
    expect(firstParts.size).toBeGreaterThan(5);
    for (const part of firstParts) {
      expect(z.safeParse(MiniAppPath, part).success, part).toBe(false);
    }
  });

  it.each([...RESERVED_PATHS, '.well-known'])('cannot be %s', async (path) => {
    const { appId } = await vouchedApp(server);
    const response = await server.send('PUT', `/v1/admin/mini-programs/${appId}/path`, {
      payload: { path },
    });
    expectProblem(response, 'invalid-body');
  });

  it('leave what the server does not have a 404, with its method and address', async () => {
    for (const [method, url] of [
      ['GET', '/v1/nothing/here'],
      ['POST', '/fcm/nothing'],
      ['DELETE', '/v1/mini-programs'],
    ] as const) {
      const { detail } = expectProblem(await server.send(method, url), 'not-found');
      expect(detail).toBe(`There is no ${method} ${url}.`);
    }
  });
});
