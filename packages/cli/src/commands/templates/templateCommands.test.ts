import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { PushTemplate } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const APP = 'com.acme.orders';
const SALE = { notification: { title: 'Sale', body: 'Today' }, priority: 'high' };
let server: TestServer;
let cwd: string;

beforeAll(async () => {
  server = await startTestServer();
  cwd = await temporaryFolder('templates');
  await writeFile(join(cwd, 'sale.json'), JSON.stringify(SALE));
  const folder = `https://cdn.elsewhere.example/mini-apps/${APP}/1.0.0`;
  await server.client.registerVersion({
    appId: APP,
    name: 'Orders',
    version: '1.0.0',
    manifestUrl: `${folder}/mf-manifest.json`,
    bundleZipUrl: `${folder}/\${platform}.zip`,
    permissions: [],
    minHostVersion: '1.0.0',
  });
});
afterAll(() => server.close());

const templates = (...args: string[]) => miniapp(['templates', ...args], { cwd, env: server.env });

describe('miniapp templates', () => {
  it('saves, shows, replaces and removes them, of the platform and of a mini-app', async () => {
    expect((await templates('put', 'Big sale', 'sale.json')).code).toBe(0);
    expect((await templates('put', 'Big sale', 'sale.json', '--app', APP)).code).toBe(0);
    const listed = (await templates('list', '--json')).json() as { templates: PushTemplate[] };
    expect(listed.templates.map(({ name, appId }) => [name, appId])).toEqual([
      ['Big sale', undefined],
      ['Big sale', APP],
    ]);
    expect((await templates('list', '--app', APP)).stdout).toMatch(/Big sale +com\.acme\.orders/);

    const shown = await templates('show', 'Big sale');
    expect(JSON.parse(shown.stdout)).toEqual(SALE);
    await writeFile(join(cwd, 'later.json'), shown.stdout.replace('Today', 'Tomorrow'));
    await templates('put', 'Big sale', 'later.json');
    const { items } = await server.client.listPushTemplates();
    expect(items.map(({ content }) => content.notification?.body)).toEqual(['Tomorrow', 'Today']);

    expect((await templates('remove', 'Big sale')).code).toBe(2);
    expect((await templates('remove', 'Big sale', '--yes')).code).toBe(0);
    expect((await server.client.listPushTemplates()).items.map(({ appId }) => appId)).toEqual([
      APP,
    ]);
  });

  it('says what is wrong with a file, and that there is no such template', async () => {
    await writeFile(join(cwd, 'wrong.json'), '{"to":"/topics/news"}');
    const wrong = await templates('put', 'Wrong', 'wrong.json');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('"to"')]);
    const missing = await templates('put', 'Wrong', 'missing.json');
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('not there')]);
    for (const call of [
      ['show', 'None'],
      ['remove', 'None', '--yes'],
    ]) {
      const none = await templates(...call);
      expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('templates list')]);
    }
  });
});
