import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ApiClient } from '@host/api-client';
import type { Role } from '@host/contracts';
import type { TestServer } from '@host/server/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { copyExample } from '../../scripts/build/exampleProject.mjs';
import { saveScreenshots } from '../host/saveScreenshots.ts';
import { MINIAPP } from '../host/startDevServer.ts';
import { launchBrowser } from '../launchBrowser.ts';
import { ConsolePage } from './ConsolePage.ts';
import { startConsole } from './startConsole.ts';

const CHROMIUM = inject('headlessPath');
const APP = 'com.example.orders';
const run = promisify(execFile);

describe.skipIf(CHROMIUM === undefined)('a version on its way to people', () => {
  let server: TestServer;
  let baseUrl: string;
  let client: ApiClient;
  let browser: Browser;
  let project: string;
  beforeAll(async () => {
    // Reviewers open versions in the frames of the host.
    ({ server, baseUrl, client } = await startConsole({ hasHost: true }));
    browser = await launchBrowser(CHROMIUM!);
    project = await mkdtemp(join(tmpdir(), 'review-'));
    await copyExample('orders', project);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    if (project) await rm(project, { recursive: true, force: true });
  });

  /** Publishes the example with the command, as another version. */
  async function publish(token: string, version: string, permissions: string[], ...more: string[]) {
    const file = join(project, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...manifest, version, permissions }));
    await miniapp(token, 'publish', ...more);
  }

  const tokenOf = async (role: Role) =>
    (await client.issueToken({ name: `The ${role}`, role, expiresInSeconds: 3600 })).token;
  const miniapp = async (token: string, ...args: string[]) => {
    const { stdout } = await run(process.execPath, [MINIAPP, ...args], {
      cwd: project,
      env: { ...process.env, MINIAPP_SERVER: baseUrl, MINIAPP_TOKEN: token },
    });
    return stdout;
  };

  /** The version that an install gets, for which the tenth is too small. */
  async function versionFor(more: string): Promise<string> {
    const query = `platform=web&hostVersion=1.0.0&installId=a${more}`;
    const found = await server.send('GET', `/v1/mini-programs/${APP}/resolve?${query}`);
    return found.json<{ version: string }>().version;
  }

  /** A place in the build for the web that is in `src/App.tsx`, as a browser writes it into a stack. */
  async function frameInApp(): Promise<string> {
    const folder = join(project, 'build/web');
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.js.map')) continue;
      const map = JSON.parse(await readFile(join(folder, file), 'utf8')) as SourceMapPayload;
      const code = await readFile(join(folder, file.slice(0, -'.map'.length)), 'utf8');
      const found = new SourceMap(map);
      for (const [line, text] of code.split('\n').entries()) {
        for (let column = 0; column < text.length; column++) {
          // Between two mappings there is no source.
          const { originalSource } = found.findEntry(line, column) as { originalSource?: string };
          if (!originalSource?.endsWith('src/App.tsx')) continue;
          return `at stateFor (https://cdn.example/${file.slice(0, -4)}:${line + 1}:${column + 1})`;
        }
      }
    }
    throw new Error('No map of the build knows src/App.tsx.');
  }

  it(
    'is published, submitted, tried, approved, released to a tenth, paused by a crash, and rolled back',
    { timeout: 240_000 },
    async ({ task }) => {
      const publisher = await tokenOf('publisher');
      const permissions = ['storage', 'analytics', 'user', 'network'];
      await publish(publisher, '1.0.0', permissions, '--skip-check');
      await client.releaseVersion(APP, '1.0.0');
      await client.setReviewPolicy({ required: true });
      const notes = 'Receipts by <b>mail</b>';
      await publish(publisher, '1.1.0', [...permissions, 'email'], '--submit', notes);

      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      context.setDefaultTimeout(30_000);
      try {
        const reviewer = await ConsolePage.signedIn(context, baseUrl, {
          token: await tokenOf('reviewer'),
        });
        await reviewer.page.getByText('Waits for review').first().waitFor();
        await reviewer.link(`${APP} 1.1.0`).click();
        await reviewer.heading('What it changes against 1.0.0').waitFor();
        await reviewer.page.getByText('It wants email: people are asked for that.').waitFor();
        await reviewer.page.getByText('Receipts by <b>mail</b>').waitFor();
        await reviewer.page.getByText('none: its data is in collections of the server').waitFor();
        const check = reviewer.page.getByRole('region', { name: 'The publisher’s check' });
        await check.getByText('Passed', { exact: true }).waitFor();
        await check.getByText(/as the publisher says: .*manifest/).waitFor();

        await reviewer.button('Open 1.1.0').click();
        const frame = reviewer.page.frameLocator('iframe:not([hidden])');
        await frame.getByText('Your orders').first().waitFor();
        expect(await reviewer.violations()).toEqual([]);
        const page = reviewer.page.frames().find((one) => one.url().includes('/preview/'))!;
        expect(await page.evaluate<string>('origin')).toBe('null');
        await reviewer.button('Close').click();

        await reviewer.button('Reject').click();
        const reasons = reviewer.page.getByLabel('Reasons');
        await expect.poll(() => reasons.getAttribute('aria-invalid')).toBe('true');
        await reasons.fill('No receipt has a total');
        // Who looks at something else meanwhile finds what they wrote.
        await reviewer.link('Crashes').click();
        await reviewer.heading('Crashes').waitFor();
        await reviewer.page.goBack();
        await expect.poll(() => reasons.inputValue()).toBe('No receipt has a total');
        await reviewer.button('Reject').click();
        await reviewer.said('1.1.0 is rejected.').waitFor();
        await expect.poll(() => reviewer.button('Reject').isDisabled()).toBe(true);
        await reasons.fill('No receipt has a total, nor a date');
        await reviewer.button('Reject').click();
        await reviewer.page.getByText('No receipt has a total, nor a date').waitFor();
        await reasons.fill('Fine with me');
        await reviewer.button('Approve').click();
        await reviewer.said('1.1.0 is approved.').waitFor();
        expect(reviewer.problems).toEqual([]);
        expect(await miniapp(publisher, 'status')).toMatch(/reasons +Fine with me/);

        await context.clearCookies();
        const releaser = await ConsolePage.signedIn(context, baseUrl, {
          token: await tokenOf('releaser'),
          path: `/mini-apps/${APP}/versions/1.1.0`,
        });
        await releaser.button('Release 1.1.0…').click();
        const share = releaser.dialog.getByLabel('Share of all installs, in percent');
        await share.fill('0');
        await releaser.dialog.getByLabel('Cohorts that get it').fill('qa');
        await releaser.dialog.getByRole('button', { name: 'Release to 0 %' }).click();
        await releaser.said('1.1.0 is released to 0 %.').waitFor();
        expect(await versionFor('&cohorts=qa')).toBe('1.1.0');
        expect(await versionFor('')).toBe('1.0.0');
        await releaser.button('Change 1.1.0…').click();
        await share.fill('10');
        await releaser.dialog.getByRole('button', { name: 'Release to 10 %' }).click();
        await releaser.said('1.1.0 is released to 10 %.').waitFor();

        const stack = `TypeError: No order\n    ${await frameInApp()}`;
        for (let install = 0; install < 25; install++) {
          // Hosts in many networks: one alone does not stop a release.
          await server.send('POST', `/v1/mini-programs/${APP}/reports`, {
            token: undefined,
            remoteAddress: `203.0.${install}.7`,
            payload: {
              version: '1.1.0',
              platform: 'web',
              hostVersion: '1.0.0',
              installId: `install-${install}`,
              kind: 'crashed-on-start',
              message: 'No order of <img src=x onerror="document.title=1">',
              stack,
            },
          });
        }
        await releaser.goTo('/');
        await releaser.page.getByText('Paused by itself').waitFor();
        await releaser.link('Crashes').click();
        await releaser.link(/^No order of <img/).click();
        await releaser.page.getByText('Version 1.1.0 paused by itself').waitFor();
        await releaser.page.getByText(/src\/App\.tsx:\d+:\d+/).waitFor();
        await releaser.page.getByText('from the source maps of this version').waitFor();
        expect(await releaser.page.title()).not.toBe('1');
        expect(await releaser.violations()).toEqual([]);

        // Releasing it again is for who knows better; taking it back is one click.
        await releaser.goTo(`/mini-apps/${APP}`);
        await releaser.button('Release 1.1.0…').click();
        await releaser.dialog.getByRole('button', { name: 'Release to 10 %' }).click();
        await releaser.said('1.1.0 is released to 10 %.').waitFor();
        await releaser.button('Roll back…').click();
        await releaser.dialog.getByRole('button', { name: 'Roll back to 1.0.0' }).click();
        await releaser.row('1.1.0').getByText('Paused').waitFor();
        expect(releaser.problems).toEqual([]);
        const { released } = await client.getMiniProgram(APP);
        expect(released).toEqual([{ version: '1.0.0', percentage: 100, cohorts: [] }]);
        const { items } = await client.listAudit({ limit: 20 });
        const actions = items.map(({ action }) => action);
        expect(actions).toEqual(
          expect.arrayContaining(['review.submit', 'review.decide', 'version.pause']),
        );
      } finally {
        await saveScreenshots(context, task);
        await context.close();
      }
    },
  );
});
