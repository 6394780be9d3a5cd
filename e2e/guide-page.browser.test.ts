import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApiClient } from '@host/api-client';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import { canInstall } from '../scripts/services/canInstall.ts';
import { npmOfStranger } from '../scripts/services/npmOfStranger.ts';
import { freePort } from '../scripts/build/freePort.mjs';
import { PACKED_FOLDER, packPackages } from '../scripts/pack/packPackages.mjs';
import { Guide, follow } from './docs/Guide.ts';
import { type Started, Terminal, stop, untilSaid } from './docs/Terminal.ts';
import { saveScreenshots } from './host/saveScreenshots.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('chromiumPath');
const PATIENCE_MS = 15 * 60_000;
/** Where the guide has the page shown. */
const PORT_OF_GUIDE = 4173;
/** How it has it served while somebody works on it. */
const DEVELOPING = 'npm run dev';

const NOT_TRUSTED = { name: 'Orders', appId: 'com.example.orders' };
/** Where a mini-app runs, which one, and what it shows. */
const PLACES = [
  ['in the page, where it is trusted', 'Promos', 'Coffee beans, two for one'],
  ['in a frame, where it is not', NOT_TRUSTED.name, 'Sign in to see your orders'],
] as const;

const isTested = CHROMIUM !== undefined && (await canInstall());

// Nothing but what the site says: each step needs the one before.
describe.runIf(isTested)('a page that is made by following the guide', () => {
  let platform: Platform;
  let guide: Guide;
  let folder: string;
  let port: number;
  let terminal: Terminal;
  let shown: Started;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    await packPackages();
    port = await freePort();
    // As the page says it in a sentence, on the port of this test.
    const page = await readFile(new URL('../docs/embed.md', import.meta.url), 'utf8');
    const [, origin = ''] = /`HOST_ORIGINS=(http:[^`]+)`/.exec(page) ?? [];
    platform = await startPlatform({
      PACKAGES_DIR: PACKED_FOLDER,
      HOST_ORIGINS: origin.replace(String(PORT_OF_GUIDE), String(port)),
    });
    const token = (await readFile(join(platform.dataDir, 'admin-token'), 'utf8')).trim();
    const client = createApiClient({ baseUrl: platform.baseUrl, token });
    await client.setIsolation(NOT_TRUSTED.appId, 'frame');
    guide = await Guide.open(platform.baseUrl, 'embed/');
    folder = await mkdtemp(join(tmpdir(), 'guide-page-'));
    terminal = new Terminal(
      folder,
      await npmOfStranger(folder, join(inject('sharedFolder'), 'npm-answers')),
    );
    browser = await launchBrowser(CHROMIUM!);
    context = await browser.newContext();
    context.setDefaultTimeout(60_000);
  }, PATIENCE_MS);
  afterAll(async () => {
    await browser?.close();
    if (shown) await stop(shown);
    await platform?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  afterEach(({ task }) => saveScreenshots(context, task));

  it(
    'is built, as strictly as Vite has it',
    async () => {
      const blocks = guide.section('A page');
      const preview = blocks.pop()!.text;
      await follow(blocks, terminal);
      expect(preview).toContain(String(PORT_OF_GUIDE));
      shown = terminal.start(preview.replace(String(PORT_OF_GUIDE), String(port)));
      await untilSaid(shown, `localhost:${port}`);
    },
    PATIENCE_MS,
  );

  it.each(PLACES)(
    'opens a mini-app of the server %s',
    async (_where, name, text) => expect(await problemsOf(name, text)).toEqual([]),
    PATIENCE_MS,
  );

  it(
    'is shown as well while somebody works on it',
    async () => {
      await stop(shown);
      // Where the server lets pages in already.
      shown = terminal.start(`${DEVELOPING} -- --port ${port} --strictPort`);
      await untilSaid(shown, `localhost:${port}`);
      for (const [, name, text] of PLACES) expect(await problemsOf(name, text)).toEqual([]);
    },
    PATIENCE_MS,
  );

  /** Opens a mini-app in the page that is shown; gives what goes wrong. */
  async function problemsOf(name: string, text: string): Promise<string[]> {
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`http://localhost:${port}/`);
    await page.getByRole('button', { name }).click();
    const place = name === NOT_TRUSTED.name ? page.frameLocator('iframe:not([hidden])') : page;
    await place
      .getByText(text)
      .waitFor()
      .catch((error: Error) => problems.push(error.message));
    await page.close();
    return problems;
  }
});
