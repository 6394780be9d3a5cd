import { newAppId } from '@host/server/testing';
import { expect, inject, it } from 'vitest';

import { startServer } from './api-client/startServer.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('headlessPath');

it.skipIf(CHROMIUM === undefined)(
  'a browser on plain http://localhost stays signed in by a cookie that no script on the page can read',
  async () => {
    const { server, origin, client } = await startServer();
    const browser = await launchBrowser(CHROMIUM!);
    try {
      const account = { email: `${newAppId()}@example.com`, password: 'correct horse battery' };
      await client.createAccount({ ...account, name: 'Ann' });
      const page = await browser.newPage();
      await page.goto(`${origin.replace('127.0.0.1', 'localhost')}/health`);
      await page.evaluate(`globalThis.send = async (method, path, body, token) => {
        const response = await fetch(path, {
          method,
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            ...(token && { authorization: 'Bearer ' + token }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        return { status: response.status, ...(await response.json()) };
      }`);
      const signIn = JSON.stringify({ ...account, transport: 'cookie' });
      const seen = await page.evaluate(`(async () => {
        const signedIn = await send('POST', '/v1/sessions', ${signIn});
        const first = await send('POST', '/v1/sessions/refresh');
        const second = await send('POST', '/v1/sessions/refresh');
        const me = await send('GET', '/v1/me', undefined, second.accessToken);
        const tokens = [signedIn, first, second].map((answer) => 'refreshToken' in answer);
        const readable = document.cookie;
        const out = await send('DELETE', '/v1/sessions/current');
        const after = await send('POST', '/v1/sessions/refresh');
        return { statuses: [signedIn, first, second, out, after].map(({ status }) => status), name: me.name, tokens, readable };
      })()`);
      expect(seen).toEqual({
        statuses: [201, 200, 200, 200, 401],
        name: 'Ann',
        tokens: [false, false, false],
        readable: '',
      });
    } finally {
      await browser.close();
      await server.close();
    }
  },
  60_000,
);
