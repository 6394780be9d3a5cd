import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type WebAppFiles, readWebApp } from '../../http/web-app/readWebApp.ts';
import { ADMIN_TOKEN, type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { vouchedApp } from '../../hosting/mini-app-api/testing/vouchedApp.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { CONSOLE_HEADERS, cookieOf, newAddress } from './testing/signInTo.ts';

let folder: string;
let files: WebAppFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
  files = await readWebApp(folder);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the files of the console', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ consoleApp: files })));
  afterAll(() => server.close());
  const get = (url: string) => server.app.inject({ url });

  it('are served under the strict policy, every path of a page as the page', async () => {
    for (const url of ['/console/', '/console/mini-apps/com.acme.orders?tab=crashes']) {
      const { headers, body, statusCode } = await get(url);
      expect([statusCode, body]).toEqual([200, expect.stringContaining('Console')]);
      expect(headers['content-security-policy']).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; frame-src 'self'",
      );
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'integrity-policy': 'blocked-destinations=(script)',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
    expect((await get('/console')).headers.location).toBe('/console/');
  });

  it('are no answer to what the API does not have', async () => {
    expectProblem(await get('/console/api/none'), 'not-found');
    expectProblem(await get('/console/assets/none.js'), 'not-found');
  });
});

describe('an address of the console that is written otherwise', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ consoleApp: files })));
  afterAll(() => server.close());

  it.each([
    '/console/%61pi/session',
    '/%63onsole/api/session',
    '/console%2Fapi/session',
    '/console/api%2Fsession',
    '/console/%61pi/v1/admin/mini-programs',
  ])('is no way past its checks: %s', async (url) => {
    const response = await server.app.inject({
      method: 'POST',
      url,
      remoteAddress: newAddress(),
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      payload: { token: ADMIN_TOKEN },
    });
    expectProblem(response, 'not-found');
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('a request that names a whole address in its first line', () => {
  let server: TestServer;
  beforeAll(async () => {
    const config = { baseUrl: 'https://host.example', consoleUrl: 'https://console.example' };
    server = await createTestServer({ consoleApp: files, config });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());

  it.each([
    'http://x/console/api/session',
    'http://x/console/',
    'https://console.example/console/',
  ])('is refused, since what is checked is its path: %s', async (path) => {
    const { port } = server.app.server.address() as AddressInfo;
    const headers = { host: 'host.example', cookie: `__Host-console_session=hcs_x` };
    const sent = httpRequest({ host: '127.0.0.1', port, path, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(404);
  });
});

describe('a console with an origin of its own', () => {
  let server: TestServer;
  beforeAll(async () => {
    const config = { baseUrl: 'https://host.example', consoleUrl: 'https://console.example' };
    server = await createTestServer({ consoleApp: files, hostApp: files, config });
  });
  afterAll(() => server.close());
  const at = (host: string, url: string) => server.app.inject({ url, headers: { host } });

  it('is there alone', async () => {
    expect((await at('console.example', '/console/')).statusCode).toBe(200);
    expect((await at('host.example', '/console/')).headers.location).toBe(
      'https://console.example/console/',
    );
    expectProblem(await at('host.example', '/console/api/session'), 'not-found');
    expectProblem(await at('host.example', '/%63onsole/'), 'not-found');
    expectProblem(await at('host.example', '/%63onsole/api/session'), 'not-found');
  });

  it('shares its origin with nothing else: no page of a mini-app is there', async () => {
    expect((await at('console.example', '/')).headers.location).toBe(
      'https://console.example/console/',
    );
    for (const path of ['/app/', '/docs/', '/cdn/mini-apps/com.acme.orders/1.0.0/index.html'])
      expectProblem(await at('console.example', path), 'not-found');
    expectProblem(await at('CONSOLE.example', '/v1/admin/mini-programs'), 'not-found');
    expect((await at('host.example', '/app/')).statusCode).toBe(200);
  });

  it('has a cookie that is sent over https alone', async () => {
    const signIn = (origin: string) =>
      server.app.inject({
        method: 'POST',
        url: '/console/api/session',
        remoteAddress: newAddress(),
        headers: { host: 'console.example', 'x-console': '1', origin },
        payload: { token: ADMIN_TOKEN },
      });
    expect((await signIn('https://console.example')).headers['set-cookie']).toContain('; Secure');
    expectProblem(await signIn('https://host.example'), 'origin-not-allowed');
  });

  it('has a cookie that no other host name can set, and takes none by another name or twice', async () => {
    const signIn = async () => {
      const response = await server.app.inject({
        method: 'POST',
        url: '/console/api/session',
        remoteAddress: newAddress(),
        headers: { host: 'console.example', 'x-console': '1', origin: 'https://console.example' },
        payload: { token: ADMIN_TOKEN },
      });
      expect(response.headers['set-cookie']).toMatch(
        /^__Host-console_session=hcs_[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=/,
      );
      return cookieOf(response);
    };
    const [first, second] = [await signIn(), await signIn()];
    const readWith = (cookie: string) =>
      server.app.inject({
        url: '/console/api/session',
        headers: { host: 'console.example', cookie },
      });
    expect((await readWith(first)).statusCode).toBe(200);
    expectProblem(await readWith(first.replace('__Host-', '')), 'console-session-ended');
    expectProblem(await readWith(`${first}; ${second}`), 'console-session-ended');
    expectProblem(await readWith(`${first}; a=b; ${first}`), 'console-session-ended');
  });

  it('takes reports of its policy', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/v1/csp-reports',
      headers: {
        ...CONSOLE_HEADERS,
        host: 'console.example',
        'content-type': 'application/csp-report',
      },
      payload: JSON.stringify({ 'csp-report': { 'document-uri': 'https://console.example/' } }),
    });
    expect(response.statusCode).toBeLessThan(300);
  });
});

describe.each([
  ['the origin of all', 'https://host.example'],
  ['an origin of its own', 'https://console.example'],
])('a mini-app that is tried in a console at %s', (_, consoleUrl) => {
  const documents = [{ id: '1', title: 'Two cups' }];
  let server: TestServer;
  beforeAll(async () => {
    const config = { baseUrl: 'https://host.example', consoleUrl };
    server = await createTestServer({ consoleApp: files, config });
  });
  afterAll(() => server.close());
  const ask = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'PUT' = 'GET') =>
    server.app.inject({
      method,
      url: `/console/api/preview${path}`,
      headers: { host: new URL(consoleUrl).host, ...CONSOLE_HEADERS, ...headers },
    });

  const signedIn = async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/console/api/session',
      remoteAddress: newAddress(),
      headers: { host: new URL(consoleUrl).host, ...CONSOLE_HEADERS },
      payload: { token: ADMIN_TOKEN },
    });
    return cookieOf(response);
  };

  it('reads its data, as somebody who is not signed in', async () => {
    const { path } = await vouchedApp(server, { documents });
    const read = await ask(`${path}/items`, { authorization: `Bearer ${ADMIN_TOKEN}` });
    expect([read.statusCode, read.json()]).toEqual([200, documents]);
    const hidden = await vouchedApp(server, { documents, private: true });
    const cookie = await signedIn();
    expectProblem(await ask(`${hidden.path}/items`, { cookie }), 'unauthorized');
  });

  it('is answered to scripts of the console alone, never as a page', async () => {
    const { path } = await vouchedApp(server, { documents });
    expectProblem(await ask(`${path}/items`, { 'x-console': '' }), 'origin-not-allowed');
    const other = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expectProblem(await ask(`${path}/items`, other), 'origin-not-allowed');
  });

  it('reaches nothing but paths of mini-apps', async () => {
    const cookie = await signedIn();
    for (const path of ['/v1/admin/tokens', '/v1/config', '/console/api/session', '/app/', '/'])
      expectProblem(await ask(path, { cookie }), 'not-found');
  });
});
