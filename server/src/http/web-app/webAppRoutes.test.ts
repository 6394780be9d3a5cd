import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { hostAppHeaders } from './hostAppHeaders.ts';
import { readWebApp } from './readWebApp.ts';

const SCRIPT = 'console.log("the host")';
const SCRIPT_PATH = 'assets/host.0123456789.js';

/** What the policy of the host's page says about connections. */
function connectionsOf(given: { pushGatewayUrl: string; production: boolean }): string | undefined {
  const addresses = { baseUrl: 'https://host.example', cdnUrl: 'https://cdn.example/files' };
  const headers = hostAppHeaders({ ...addresses, ...given })('index.html');
  const policy = String(headers['content-security-policy']).split('; ');
  return policy.find((part) => part.startsWith('connect-src'));
}

describe('the host app under /app/', () => {
  let root: string;
  let server: TestServer;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'host-app-'));
    const folder = join(root, 'built');
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Host</title>');
    await writeFile(join(folder, 'service-worker.js'), 'self');
    await writeFile(join(folder, 'frame.html'), '<!doctype html>');
    await writeFile(join(folder, SCRIPT_PATH), SCRIPT);
    await writeFile(join(folder, `${SCRIPT_PATH}.br`), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, `${SCRIPT_PATH}.gz`), gzipSync(SCRIPT));
    await writeFile(join(root, 'outside.js'), 'secret');
    server = await createTestServer({ hostApp: await readWebApp(folder) });
  });
  afterAll(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.send('GET', path, { token: undefined, headers });

  it('is where / leads', async () => {
    expect((await get('/')).headers.location).toBe('/app/');
    expect((await get('/app')).headers.location).toBe('/app/');
  });

  it.each(['/app/', '/app/index.html', '/app/order/1001', '/app/miniapp/com.example.orders?a=b'])(
    'answers %s with the page, to be asked for again every time',
    async (path) => {
      const response = await get(path);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('<title>Host</title>');
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      });
    },
  );

  it('lets no script run that is inline, evaluated, from elsewhere or without a digest', async () => {
    const { headers } = await get('/app/');
    const policy = String(headers['content-security-policy']);
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src'));
    expect(scripts).toBe("script-src 'self' http://localhost:8080");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(headers).toMatchObject({
      'integrity-policy': 'blocked-destinations=(script)',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  it.each([
    { production: false, sources: ' http://localhost:* http://127.0.0.1:*' },
    { production: true, sources: '' },
  ])('connects pages with dev servers only outside of production ($production)', (given) => {
    const gateway = 'https://host.example/push';
    expect(connectionsOf({ pushGatewayUrl: gateway, production: given.production })).toBe(
      `connect-src 'self' https://cdn.example${given.sources}`,
    );
  });

  it('connects pages with the push gateway where it is elsewhere', () => {
    const gateway = 'https://push.example/gateway';
    expect(connectionsOf({ pushGatewayUrl: gateway, production: true })).toBe(
      "connect-src 'self' https://cdn.example https://push.example wss://push.example",
    );
  });

  it('gives frames no origin, no connections, and only scripts that the host has verified', async () => {
    const { headers } = await get('/app/frame.html');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'unsafe-inline' blob:",
        "frame-ancestors 'self'",
        'sandbox allow-scripts allow-forms',
      ]),
    );
    const page = await get('/app/');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('keeps files with a digest in their name for a year, and the service worker not at all', async () => {
    expect((await get(`/app/${SCRIPT_PATH}`)).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/app/service-worker.js')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['br', 'gzip, br'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])('sends the form %s to a browser that accepts %s', async (encoding, accepted) => {
    const response = await get(`/app/${SCRIPT_PATH}`, { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers['vary']).toBe('accept-encoding');
    const expected = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT) };
    const body = expected[encoding as 'br' | 'gzip'] ?? Buffer.from(SCRIPT);
    expect(response.rawPayload.equals(body)).toBe(true);
  });

  it('answers 304 to who has it already', async () => {
    const { headers } = await get('/app/');
    const again = await get('/app/', { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it.each([
    'assets/host.ffffffffff.js',
    'missing.js',
    'assets/../../outside.js',
    '..%2foutside.js',
    '%2e%2e/outside.js',
  ])('answers 404 to %s and never with a page or a file from outside', async (path) => {
    const response = await get(`/app/${path}`);
    expectProblem(response, 'not-found');
    expect(response.body).not.toContain('secret');
  });
});

it('without a built host / leads to the documentation', async () => {
  const server = await createTestServer();
  expect((await server.send('GET', '/')).headers.location).toBe('/docs/');
  expectProblem(await server.send('GET', '/app/'), 'not-found');
  await server.close();
});

it('a folder without a page is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'host-app-'));
  await expect(readWebApp(folder)).rejects.toThrow('has no index.html: build it first.');
  await rm(folder, { recursive: true });
});
