import type { CatalogEntry, MiniProgram, Resolution, TokenAccess } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { vouchedApp } from './testing/vouchedApp.ts';

const ADMIN = '/v1/admin/mini-programs';

describe.each(testEngines())('what an operator sets for a mini-app ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const set = (appId: string, name: string, payload: object) =>
    server.send('PUT', `${ADMIN}/${appId}/${name}`, { payload });
  const read = async (appId: string) =>
    (await server.send('GET', `${ADMIN}/${appId}`)).json<MiniProgram>();
  const access = async (appId: string) =>
    (await server.send('GET', `${ADMIN}/${appId}/access`)).json<TokenAccess>();
  const resolve = async (appId: string) => {
    const url = `/v1/mini-programs/${appId}/resolve?platform=ios&hostVersion=1.0.0`;
    return (await server.send('GET', url, { token: undefined })).json<Resolution>();
  };

  describe('its path', () => {
    it('is the last part of its id for whoever comes first, and more of it for whoever comes later', async () => {
      const name = newAppId().split('.').at(-1)!;
      const [first, second] = [`com.first.${name}`, `com.second.${name}`];
      expect((await access(first)).path).toBe(name);
      await vouchFor(server, first, '1.0.0', { release: {} });
      expect((await access(second)).path).toBe(`second-${name}`);
      await vouchFor(server, second, '1.0.0', { release: {} });
      expect((await access(second)).path).toBe(`second-${name}`);
      expect((await read(first)).path).toBe(name);
      expect((await resolve(first)).path).toBe(name);
      expect((await read(second)).path).toBe(`second-${name}`);
      expect((await resolve(second)).path).toBe(`second-${name}`);

      expectProblem(await set(second, 'path', { path: name }), 'path-taken');
      const other = await set(second, 'path', { path: `${name.slice(0, 40)}-2` });
      expect(other.json()).toMatchObject({ path: `${name.slice(0, 40)}-2` });
      expect((await resolve(second)).path).toBe(`${name.slice(0, 40)}-2`);
    });

    it('is one mini-app’s alone when many are registered at the same time', async () => {
      const name = newAppId().split('.').at(-1)!;
      const ids = Array.from({ length: 8 }, (_, index) => `com.n${index}.${name}`);
      await Promise.all(ids.map((appId) => vouchFor(server, appId, '1.0.0')));
      const paths = await Promise.all(ids.map(async (appId) => (await read(appId)).path));
      expect(new Set(paths).size).toBe(ids.length);
      expect(paths.filter((path) => path === name)).toHaveLength(1);
      expect(paths).not.toContain(undefined);
    });

    it('is an operator’s to give away once it is given up, and does not come back with the next version', async () => {
      const { appId, path, collections } = await vouchedApp(server, { documents: [] });
      const name = path.slice(1);
      await set(appId, 'path', { path: `p${name.slice(1)}` });
      expectProblem(await server.send('GET', `${path}/items`), 'not-found');
      expect((await server.send('GET', `/p${name.slice(1)}/items`)).json()).toEqual([]);
      await vouchFor(server, appId, '2.0.0');
      expect((await read(appId)).path).toBe(`p${name.slice(1)}`);

      const other = await vouchedApp(server);
      expect((await set(other.appId, 'path', { path: name })).statusCode).toBe(200);
      expectProblem(await server.send('GET', `${path}/items`), 'collection-not-found');
      expect(collections).toContain(appId);
    });

    it('replaces no path that the caller did not see', async () => {
      const { appId, path } = await vouchedApp(server);
      const name = path.slice(1);
      const [theirs, mine] = [`t${name.slice(1)}`, `m${name.slice(1)}`];
      expect((await set(appId, 'path', { path: theirs, from: name })).statusCode).toBe(200);
      expectProblem(await set(appId, 'path', { path: mine, from: name }), 'setting-conflict');
      expect((await read(appId)).path).toBe(theirs);
      // What both wanted is no conflict.
      expect((await set(appId, 'path', { path: theirs, from: name })).statusCode).toBe(200);
      expect((await set(appId, 'path', { path: mine, from: theirs })).statusCode).toBe(200);
      expect((await read(appId)).path).toBe(mine);
    });

    it.each(['', 'Orders', 'or/ders', 'v1', '-x', 'x'.repeat(64), '.well-known', 'ör'])(
      'cannot be "%s"',
      async (path) => {
        const { appId } = await vouchedApp(server);
        expectProblem(await set(appId, 'path', { path }), 'invalid-body');
      },
    );

    it('is more than the last part of an id that ends in a word that the server needs', async () => {
      const vendor = newAppId().split('.').at(-1)!.slice(0, 40);
      await vouchFor(server, `com.${vendor}.docs`, '1.0.0');
      expect((await read(`com.${vendor}.docs`)).path).toBe(`${vendor}-docs`);
    });

    it('is missing while everything that it could be is taken', async () => {
      const name = newAppId().split('.').at(-1)!.slice(0, 40);
      const appId = `com.acme.${name}`;
      for (const path of [name, `acme-${name}`, `com-acme-${name}`]) {
        const { appId: other } = await vouchedApp(server);
        expect((await set(other, 'path', { path })).statusCode).toBe(200);
      }
      expect(await access(appId)).not.toHaveProperty('path');
      await vouchFor(server, appId, '1.0.0');
      expect(await read(appId)).not.toHaveProperty('path');
    });
  });

  describe('its isolation', () => {
    it('is a frame at first, and hosts see a change at once', async () => {
      const { appId } = await vouchedApp(server);
      expect((await read(appId)).isolation).toBe('frame');
      expect((await resolve(appId)).isolation).toBe('frame');
      const response = await set(appId, 'isolation', { isolation: 'realm' });
      expect(response.json()).toMatchObject({ appId, isolation: 'realm' });
      expect((await resolve(appId)).isolation).toBe('realm');
      const catalog = await server.send('GET', `/v1/mini-programs?q=${appId.split('.').at(-1)}`);
      const [entry] = catalog.json<{ items: CatalogEntry[] }>().items;
      expect(entry).toMatchObject({ appId, isolation: 'realm' });
    });

    it('is realm or frame, of a mini-app that is registered', async () => {
      const { appId } = await vouchedApp(server);
      expectProblem(await set(appId, 'isolation', { isolation: 'none' }), 'invalid-body');
      expectProblem(await set(appId, 'isolation', {}), 'invalid-body');
      const unknown = await set(newAppId(), 'isolation', { isolation: 'realm' });
      expectProblem(unknown, 'mini-program-not-found');
    });
  });
});

describe('an upstream', () => {
  let server: TestServer;
  const names: Record<string, string> = {
    'api.acme.example': '93.184.215.14',
    'inside.acme.example': '10.1.2.3',
    'metadata.acme.example': '169.254.169.254',
    'six.acme.example': 'fd00::1',
  };
  beforeAll(async () => {
    server = await createTestServer({
      config: { upstreamOrigins: ['http://backend.internal:9000'] },
      findAddresses: async (hostname) => {
        const address = names[hostname];
        if (address === undefined) throw new Error('ENOTFOUND');
        return [{ address, family: address.includes(':') ? 6 : 4 }];
      },
    });
    names['backend.internal'] = '10.0.0.9';
  });
  afterAll(() => server.close());

  const set = async (url: string | null) => {
    const { appId } = await vouchedApp(server);
    return server.send('PUT', `${ADMIN}/${appId}/upstream`, { payload: { url } });
  };

  it.each([
    'https://api.acme.example',
    'https://api.acme.example/v2/',
    'http://backend.internal:9000/orders',
  ])('can be %s', async (url) => {
    const response = await set(url);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({ upstream: url });
  });

  it('takes the place of what the caller saw alone', async () => {
    const { appId } = await vouchedApp(server);
    const put = (url: string | null, from: string | null) =>
      server.send('PUT', `${ADMIN}/${appId}/upstream`, { payload: { url, from } });
    const theirs = 'https://api.acme.example';
    expect((await put(theirs, null)).statusCode).toBe(200);
    expectProblem(await put(null, 'https://api.acme.example/before'), 'setting-conflict');
    expectProblem(await put(`${theirs}/mine`, null), 'setting-conflict');
    const read = await server.send('GET', `${ADMIN}/${appId}`);
    expect(read.json<MiniProgram>().upstream).toBe(theirs);
    expect((await put(`${theirs}/mine`, theirs)).statusCode).toBe(200);
  });

  it('is taken away with null', async () => {
    const response = await set(null);
    expect(response.json<MiniProgram>().upstream).toBeUndefined();
  });

  it.each([
    'http://api.acme.example',
    'https://inside.acme.example',
    'https://metadata.acme.example',
    'https://six.acme.example',
    'https://backend.internal:9000',
    'http://backend.internal:9001',
    'https://nowhere.acme.example',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://127.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:a00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[fe80::1]',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0',
    'https://100.64.0.1',
    'https://192.168.1.1',
    'https://172.31.255.255',
  ])('cannot be %s', async (url) => {
    expectProblem(await set(url), 'upstream-not-allowed');
  });

  it.each([
    'ftp://api.acme.example',
    'https://u:p@api.acme.example',
    'https://api.acme.example?x=1',
    'x',
  ])('is no %s', async (url) => {
    expectProblem(await set(url), 'invalid-body');
  });
});
