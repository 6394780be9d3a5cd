import { expect, it, onTestFinished } from 'vitest';

import type { DevRegistry } from './DevRegistry.ts';
import { DevServer } from './DevServer.ts';

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
  const server = new DevServer({
    root: '/nowhere',
    pageDir: '/nowhere',
    watchers: [],
    registry,
    project: async () => ({}),
    onConsole: () => {},
    onError: async ({ title, message }) => ({ title, message }),
    host: '127.0.0.1',
    port: 0,
  });
  const base = `http://127.0.0.1:${await server.listen()}/v1/mini-programs/com.my-shop.orders`;
  onTestFinished(() => server.close());
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
