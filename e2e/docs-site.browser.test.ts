import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { DOCS_FOLDER, buildDocs } from '@host/docs/build';
import { ADMIN_TOKEN, type TestServer, createTestServer, readWebApp } from '@host/server/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { freePort } from '../scripts/build/freePort.mjs';
import { DocsPage } from './docs/DocsPage.ts';
import { saveScreenshots } from './host/saveScreenshots.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('headlessPath');
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** One of each kind of page, with the title that it has. */
const PAGES = [
  ['/', 'Mini-apps and push, for everyone who has an app'],
  ['/embed/', 'Embed a host'],
  ['/limits/', 'Limits'],
  ['/packages/kit/', '@host/kit'],
  ['/packages/kit/reference/', '@host/kit: all exports'],
  ['/errors/', 'Errors'],
  ['/errors/not-found', 'Nothing is here'],
  ['/api/', 'API'],
] as const;

const LOOKS = [
  { look: 'desktop-light', viewport: DESKTOP, colorScheme: 'light' },
  { look: 'desktop-dark', viewport: DESKTOP, colorScheme: 'dark' },
  { look: 'phone-light', viewport: PHONE, colorScheme: 'light' },
  { look: 'phone-dark', viewport: PHONE, colorScheme: 'dark' },
] as const;

/** `PICTURES=folder` has these pages drawn, for somebody to look at. */
const PICTURES = process.env['PICTURES'];

/** What the reference host is sent with, whose address the docs share. */
const OF_THE_APP = { 'cross-origin-opener-policy': 'same-origin' };

describe.skipIf(CHROMIUM === undefined)('the docs in a browser', () => {
  let server: TestServer;
  let baseUrl: string;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    await buildDocs();
    const port = await freePort();
    baseUrl = `http://localhost:${port}`;
    server = await createTestServer({
      docsSite: await readWebApp(DOCS_FOLDER),
      config: { baseUrl, consoleUrl: baseUrl, pushGatewayUrl: baseUrl },
    });
    await server.app.listen({ host: 'localhost', port });
    browser = await launchBrowser(CHROMIUM!);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: DESKTOP, colorScheme: 'light' });
    context.setDefaultTimeout(30_000);
  });
  afterEach(async ({ task }) => {
    await saveScreenshots(context, task);
    await context.close();
  });
  const open = (path?: string) => DocsPage.open(context, baseUrl, path);

  it.each(PAGES)(
    '%s has no barrier and breaks no policy, on a desktop and on a phone, in light and in the dark',
    async (path, title) => {
      const shown = await open(path);
      await shown.heading(title, 1).waitFor();
      if (path === '/api/') await shown.heading('hosts').waitFor();
      for (const { look, viewport, colorScheme } of LOOKS) {
        await shown.page.emulateMedia({ colorScheme });
        await shown.page.setViewportSize(viewport);
        expect([look, await shown.violations()]).toEqual([look, []]);
        expect(await shown.tooWide()).toBe(0);
        await draw(shown.page, path, look);
      }
      expect(shown.problems).toEqual([]);
    },
  );

  it('finds a section, and opens it, by keys alone and without a network', async () => {
    const index = context.waitForEvent('requestfinished', (each) => each.url().includes('search'));
    const shown = await open('/embed/');
    await index;
    await context.setOffline(true);
    await shown.page.keyboard.press('/');
    const field = shown.page.getByRole('combobox', { name: 'Search the docs' });
    await field.waitFor();
    await shown.page.getByText('Type to search all pages.').waitFor();
    await shown.page.keyboard.type('rate-lim');
    await shown.page.getByRole('option', { name: /^rate-limited/ }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });

    await context.setOffline(false);
    await shown.page.keyboard.press('Control+k');
    await shown.page.keyboard.type('states of a message');
    await shown.page.getByRole('option', { name: /^States of a message/ }).waitFor();
    await shown.page.keyboard.press('ArrowDown');
    await shown.page.keyboard.press('ArrowUp');
    await shown.page.keyboard.press('Enter');
    await shown.heading(/^States of a message/).waitFor();
    expect(shown.path()).toBe('/push-protocol/#states-of-a-message');
    expect(shown.problems).toEqual([]);
  });

  it('keeps light or dark as it was chosen, and opens the menu of a phone', async () => {
    const shown = await open();
    const surface = () =>
      shown.page.evaluate<string>(
        `getComputedStyle(document.querySelector('main')).backgroundColor`,
      );
    expect(await surface()).toBe('rgb(255, 255, 255)');
    await shown.page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await surface()).toBe('rgb(20, 28, 27)');
    await shown.page.reload();
    expect(await surface()).toBe('rgb(20, 28, 27)');

    await shown.page.setViewportSize(PHONE);
    const link = shown.page.getByRole('link', { name: 'Send pushes' });
    expect(await link.isVisible()).toBe(false);
    await shown.page.getByRole('button', { name: 'Menu' }).click();
    expect(await shown.violations()).toEqual([]);
    await link.click();
    await shown.heading('Send pushes', 1).waitFor();
    expect(shown.problems).toEqual([]);
  });

  it('tries a call of the API, and says the same for a shell', async () => {
    const shown = await open('/api/');
    await shown.page.getByLabel('Find a call').fill('issue a token');
    await shown.page.getByLabel(/^Token for/).fill(ADMIN_TOKEN);
    const call = shown.page.locator('details.operation:visible').first();
    await call.locator('summary').first().click();
    await call.getByText('Needs an admin token.').waitFor();
    const body = call.getByLabel(/^Body/);
    expect(JSON.parse(await body.inputValue())).toMatchObject({ name: expect.any(String) });
    await body.fill('{"name": "From the docs", "scopes": ["read"], "expiresInSeconds": 60}');
    expect(await shown.violations()).toEqual([]);
    await call.getByRole('button', { name: 'Send' }).click();
    await call.getByText('201 Created').waitFor();

    const command = await call.locator('.try > .code').innerText();
    expect(command).not.toContain(ADMIN_TOKEN);
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(/\n?Copy$/, '')], {
      env: { PATH: process.env['PATH'], TOKEN: ADMIN_TOKEN },
    });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'From the docs', scopes: ['read'] });

    await shown.page.setViewportSize(PHONE);
    expect(await shown.tooWide()).toBe(0);
    expect(shown.problems).toEqual([]);
  });

  it('keeps the token from other pages of its address, whether they open it or they were there before', async () => {
    const app = await context.newPage();
    await context.route(`${baseUrl}/app/`, (route) =>
      route.fulfill({ body: '<p>', contentType: 'text/html', headers: OF_THE_APP }),
    );
    await app.goto(`${baseUrl}/app/`);
    await app.evaluate(`window.opened = open('/docs/api/'); window.other = open('/app/')`);
    await expect.poll(() => context.pages().length).toBe(3);
    const docs = context.pages().find((page) => page.url().endsWith('/docs/api/'))!;
    await docs.getByLabel(/^Token for/).fill(ADMIN_TOKEN);
    const read = `(() => { try { return opened.document.querySelector('#api-token').value } catch { return 'kept' } })()`;
    expect(await app.evaluate(read)).toBe('kept');

    const other = context.pages().find((page) => page !== docs && page !== app)!;
    await app.goto(`${baseUrl}/docs/api/`);
    await app.getByLabel(/^Token for/).fill(ADMIN_TOKEN);
    expect(await other.evaluate(`opener`)).toBeNull();
  });

  it('shows the API whatever stands behind the #', async () => {
    const shown = await open('/api/#%');
    await shown.page.getByLabel('Find a call').waitFor();
    expect(shown.problems).toEqual([]);
  });
});

async function draw(page: Page, path: string, look: string): Promise<void> {
  if (PICTURES === undefined) return;
  const name = path.replaceAll('/', '-').replace(/^-|-$/g, '') || 'home';
  await page.screenshot({ path: join(PICTURES, `docs-${name}-${look}.png`) });
}
