import { expect, it, onTestFinished } from 'vitest';

import { writeSources } from '../testing/writeSources.ts';
import type { DevRegistry } from './DevRegistry.ts';
import { DevServer } from './DevServer.ts';

/** Starts a server that builds nothing, until the test is over; gives its address. */
async function start(root: string, registry = {} as DevRegistry): Promise<string> {
  const server = new DevServer({
    root,
    pageDir: '/nowhere',
    watchers: [],
    registry,
    project: async () => ({}),
    onConsole: () => {},
    onError: async ({ title, message }) => ({ title, message }),
    host: '127.0.0.1',
    port: 0,
  });
  const port = await server.listen();
  onTestFinished(() => server.close());
  return `http://127.0.0.1:${port}`;
}

it('answers for a mini-app with a hyphen in its id, in the language of the host', async () => {
  const registry = {
    resolve: async (
      appId: string,
      _platform: string,
      { language }: { language: string | null },
    ) => ({
      appId,
      language,
    }),
    listFiles: async (appId: string, version: string) => ({ appId, version }),
  } as unknown as DevRegistry;
  const base = `${await start('/nowhere', registry)}/v1/mini-programs/com.my-shop.orders`;
  const ask = async (path: string) => (await fetch(`${base}${path}platform=web`)).json();
  expect(await ask('/resolve?language=de&')).toEqual({
    appId: 'com.my-shop.orders',
    language: 'de',
  });
  expect(await ask('/versions/0.0.7/files?')).toEqual({
    appId: 'com.my-shop.orders',
    version: '0.0.7',
  });
});

it.each([
  ['{ "user": { "openId": "u-1" },, }', 'it is not JSON'],
  ['[]', 'it is not an object'],
  ['{ "steps": {} }', '`steps` is not a list'],
])('says of the fixtures %s what `check` says: %s', async (text, problem) => {
  const root = await writeSources({ 'fixtures.json': text });
  const response = await fetch(`${await start(root)}/fixtures.json`);
  expect(response.status).toBe(500);
  expect(await response.text()).toContain(`fixtures.json cannot be used: ${problem}`);
});

it('has the host that the fixtures describe', async () => {
  const root = await writeSources({ 'fixtures.json': '{ "user": null, "steps": [] }' });
  const response = await fetch(`${await start(root)}/fixtures.json`);
  expect(await response.json()).toEqual({ user: null });
});
