import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const APP = 'com.acme.orders';
const ITEMS = [{ id: '1', title: 'First' }];

let server: TestServer;
let cwd: string;
beforeAll(async () => {
  server = await startTestServer({ UPSTREAM_ORIGINS: 'http://127.0.0.1:9' });
  cwd = await temporaryFolder('data');
  await writeFile(join(cwd, 'items.json'), JSON.stringify(ITEMS));
  await register(APP, 'Orders');
});
afterAll(() => server.close());

async function register(appId: string, name: string): Promise<void> {
  const digests = { sha256: 'a'.repeat(64), size: 1000 };
  const folder = `https://cdn.elsewhere.example/mini-apps/${appId}/1.0.0`;
  await server.client.registerVersion({
    appId,
    name,
    version: '1.0.0',
    manifestUrl: `${folder}/mf-manifest.json`,
    bundleZipUrl: `${folder}/\${platform}.zip`,
    permissions: [],
    minHostVersion: '1.0.0',
  });
  await server.client.stateDigests(appId, '1.0.0', { ios: digests, android: digests });
}

const command = (...args: string[]) => miniapp(args, { cwd, env: server.env });
const data = (...args: string[]) => command('data', ...args, '--app', APP);
const read = async (path: string) => fetch(`${server.url}${path}`);

describe('miniapp data', () => {
  it('fills a collection from a file, which is read at the path of the mini-app', async () => {
    const { code, stdout, stderr } = await data('put', 'items', 'items.json');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Read at /orders/items by everybody.');
    expect(await (await read('/orders/items')).json()).toEqual(ITEMS);

    await data('put', 'items', 'items.json', '--private');
    expect((await read('/orders/items')).status).toBe(401);
    expect((await data('list', '--json')).json()).toMatchObject({
      collections: [{ name: 'items', private: true, documents: 1 }],
    });
    expect(JSON.parse((await data('show', 'items')).stdout)).toEqual(ITEMS);
    expect((await data('remove', 'items', '--yes')).code).toBe(0);
    expect((await read('/orders/items')).status).toBe(404);
  });

  it('says of the documents of a private collection whose they are', async () => {
    const openId = 'a'.repeat(43);
    await writeFile(join(cwd, 'owners.json'), JSON.stringify({ 1: openId }));
    const put = ['put', 'mine', 'items.json', '--owners', 'owners.json'];
    expect((await data(...put)).stderr).toContain('belongs to a person');
    expect((await data(...put, '--private')).code).toBe(0);
    expect(await server.client.readOwners(APP, 'mine')).toEqual({ 1: openId });
    await data('put', 'mine', 'items.json');
    expect(await server.client.readOwners(APP, 'mine')).toEqual({ 1: openId });
    await writeFile(join(cwd, 'owners.json'), '{"1":"ann@example.com"}');
    expect((await data(...put)).stderr).toContain('owners.json cannot be used: /1: an openId');
    await data('remove', 'mine', '--yes');
  });

  it('says what is wrong with a file', async () => {
    await writeFile(join(cwd, 'wrong.json'), '[{"title":"No id"}]');
    const { code, stderr } = await data('put', 'items', 'wrong.json');
    expect(stderr).toContain('wrong.json cannot be used: /0/id: ');
    expect(code).toBe(1);
    expect((await data('put', 'items', 'missing.json')).stderr).toContain('it is not there');
    expect((await data('put', 'items', 'items.json', '--private', '--public')).code).toBe(2);
  });

  it('says how a mini-app without a path gets one', async () => {
    // Everything that it could get by itself is taken before it comes.
    const late = 'com.late.orders';
    for (const path of ['late-orders', 'com-late-orders']) {
      const appId = `com.early.${path.replaceAll('-', '')}`;
      await register(appId, `Early ${path.length}`);
      await server.client.setPath(appId, path);
    }
    await register(late, 'Late');
    const other = (...args: string[]) => command('data', ...args, '--app', late);
    const { stdout, stderr } = await other('put', 'items', 'items.json');
    expect(stdout + stderr).toContain('others have /orders/, /late-orders/, /com-late-orders/.');
    expect(stdout + stderr).toContain('`miniapp data path <path>`');
    const inspected = await command('inspect', late);
    expect(inspected.stdout + inspected.stderr).toContain('others have /orders/, /late-orders/');
    expect((await other('path', 'orders')).stderr).toContain('path');
    expect((await other('path', 'my-orders')).stdout).toContain('is at /my-orders/');
    expect((await read('/my-orders/items')).status).toBe(200);
  });

  it('names an upstream only where the server may ask', async () => {
    const { code, stderr } = await data('upstream', 'https://127.0.0.1');
    expect(stderr).toContain('UPSTREAM_ORIGINS');
    expect(code).toBe(1);
    expect((await data('upstream', 'none')).code).toBe(0);
  });

  it('says whether the upstream answers', async () => {
    expect((await data('upstream')).stdout).toContain('answers from its collections');
    const url = 'http://127.0.0.1:9/orders';
    await server.client.setUpstream(APP, url);
    expect((await data('upstream', '--json')).json()).toMatchObject({
      upstream: { url, state: 'unknown' },
    });
    await server.client.setUpstream(APP, null);
  });
});

describe('miniapp isolation', () => {
  it('says how far hosts keep a mini-app away', async () => {
    const { code, stdout } = await command('isolation', 'realm', '--app', APP);
    expect([code, stdout]).toEqual([0, `✔ ${APP} runs in a realm from now on\n`]);
    expect((await server.client.getMiniProgram(APP)).isolation).toBe('realm');
    const wrong = await command('isolation', 'none', '--app', APP);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      '✖ "none" is no level of isolation.\n  Use realm or frame.\n',
    ]);
  });
});
