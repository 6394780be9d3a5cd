import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, createServer } from 'node:tls';

import { framePage } from '@host/host-runtime/frame-page';
import { type TestServer, createTestServer, readWebApp } from '@host/server/testing';
import { testCertificate } from '@host/server/testing/push-services/startHttp2Server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('chromiumPath');
const HOST_PAGE = '<!doctype html><title>Host</title><iframe src="/app/frame.html"></iframe>';
const ASK_ELSEWHERE = `fetch('https://elsewhere.example/?secret').catch(() => {})`;

// Browsers treat the two differently: on https the host's page reports by the Reporting API.
describe.skipIf(CHROMIUM === undefined).each([
  { scheme: 'http', hostType: 'application/csp-report' },
  { scheme: 'https', hostType: 'application/reports+json' },
])('what a policy blocks on $scheme', ({ scheme, hostType }) => {
  let folder: string;
  let proxy: Server;
  let server: TestServer;
  let browser: Browser;
  let baseUrl: string;
  const received: { type: string | undefined; origin: string | undefined; status: number }[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'host-app-'));
    await writeFile(join(folder, 'index.html'), HOST_PAGE);
    await writeFile(join(folder, 'frame.html'), framePage());
    let plain: AddressInfo | undefined;
    const { cert, private: key } = await testCertificate();
    proxy = createServer({ cert, key }, (socket) => {
      const behind = connect(plain!.port, plain!.address);
      socket.on('error', () => behind.destroy());
      behind.on('error', () => socket.destroy());
      socket.pipe(behind).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    baseUrl = `${scheme}://localhost:${(proxy.address() as AddressInfo).port}`;
    server = await createTestServer({ hostApp: await readWebApp(folder), config: { baseUrl } });
    server.app.addHook('onResponse', async ({ method, url, headers }, { statusCode: status }) => {
      if (`${method} ${url}` !== 'POST /v1/csp-reports') return;
      received.push({ type: headers['content-type'], origin: headers.origin, status });
    });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    plain = server.app.server.address() as AddressInfo;
    if (scheme === 'http') baseUrl = `http://localhost:${plain.port}`;
    // Otherwise the Reporting API waits for a minute.
    browser = await launchBrowser(CHROMIUM!, [
      '--short-reporting-delay',
      '--ignore-certificate-errors',
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    proxy?.close();
    await server?.close();
    await rm(folder, { recursive: true });
  });

  it('is said in words that the browser knows', async () => {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${baseUrl}/app/`);
    await page
      .frames()
      .find((each) => each.url().endsWith('/app/frame.html'))!
      .waitForLoadState();
    // Said after everything that the policies had to say.
    await page.evaluate(`console.log('the end')`);
    await expect.poll(() => said).toContain('the end');
    expect(said.filter((text) => text.includes('Content-Security-Policy'))).toEqual([]);
    await page.close();
  });

  it('arrives from the page of the host and from a frame without an origin', async () => {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(`${baseUrl}/app/`);
    const frame = page.frames().find((each) => each.url().endsWith('/app/frame.html'))!;
    await frame.waitForLoadState();
    expect(await frame.evaluate('origin')).toBe('null');
    received.length = 0;
    await frame.evaluate(ASK_ELSEWHERE);
    const report = { type: 'application/csp-report', origin: 'null', status: 204 };
    await expect.poll(() => received, { timeout: 20_000 }).toEqual([report]);
    await page.evaluate(ASK_ELSEWHERE);
    const ofHost = { type: hostType, origin: baseUrl, status: 204 };
    await expect.poll(() => received, { timeout: 20_000 }).toEqual([report, ofHost]);
    const figures = await server.send('GET', '/metrics');
    expect(figures.body).toContain('csp_reports_total{directive="connect-src"} 2');
  });
});
