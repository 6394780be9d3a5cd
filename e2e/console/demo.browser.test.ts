import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ApiClient, createApiClient } from '@host/api-client';
import { openSqlite } from '@host/server/testing';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { type Platform, startEmptyPlatform } from '../host/startPlatform.ts';
import { saveScreenshots } from '../host/saveScreenshots.ts';
import { launchBrowser } from '../launchBrowser.ts';
import { ConsolePage } from './ConsolePage.ts';

const CHROMIUM = inject('headlessPath');
const TICKETS = 'com.metro.tickets';
const ORDERS = 'com.example.orders';
const PATIENCE_MS = 600_000;

describe.skipIf(CHROMIUM === undefined)('the demo', () => {
  let folder: string;
  let platform: Platform;
  let client: ApiClient;
  let token: string;
  let browser: Browser;
  let context: BrowserContext;
  const start = async () => {
    platform = await startEmptyPlatform({ DATA_DIR: join(folder, 'demo') }, ['--demo']);
    token = (await readFile(join(folder, 'demo/admin-token'), 'utf8')).trim();
    client = createApiClient({ baseUrl: platform.baseUrl, token });
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-'));
    await start();
    browser = await launchBrowser(CHROMIUM!);
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(30_000);
  }, PATIENCE_MS);
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  /** Every screen of the console, with something on it that the demo has. */
  async function screens(): Promise<[path: string, shows: string | RegExp][]> {
    const [message] = (await client.findMessages({ topic: 'promotions', limit: 1 })).items;
    const [device] = (await client.findDevices({ topic: 'promotions', limit: 1 })).items;
    const [crash] = (await client.listCrashes({ appId: TICKETS, limit: 1 })).items;
    const person = await client.findPerson({ email: 'ann@example.com' });
    return [
      ['/', 'Paused by itself'],
      ['/mini-apps', 'Loyalty'],
      [`/mini-apps/${ORDERS}`, /1\.2\.0/],
      [`/mini-apps/${ORDERS}/usage`, 'order-opened'],
      [`/mini-apps/${ORDERS}/data`, 'items'],
      [`/mini-apps/${ORDERS}/settings`, 'Acme Retail'],
      [`/mini-apps/${TICKETS}/versions/3.2.0`, /crashed or hung on start/],
      [`/mini-apps/${ORDERS}/collections/items`, 'Espresso machine'],
      ['/reviews', '1.3.0'],
      [`/reviews/${ORDERS}/1.3.0`, /It wants email/],
      ['/crashes', /Cannot read properties/],
      [`/crashes/${TICKETS}/${crash!.place}`, 'from the source maps of this version'],
      ['/compose', 'The push'],
      ['/messages', /Coffee beans|Free delivery|New in|Tomorrow/],
      [`/messages/${message!.id}`, 'promotions'],
      [`/messages/${message!.id}/devices/${device!.id}`, 'Accepted from the sender'],
      ['/devices?by=topic&q=promotions', 'com.acme.shop'],
      [`/devices/${device!.id}`, 'promotions'],
      ['/people', 'People'],
      [`/people/${person.id}`, 'com.acme.shop'],
      ['/topics', 'order-updates'],
      ['/topics/promotions', /devices have it/],
      ['/access/tokens', 'Rita, review'],
      ['/access/server-keys', 'Shop back end'],
      ['/access/sessions', 'This one'],
      ['/publishers', 'Metro Transit'],
      ['/audit', 'version.release'],
      ['/system', 'Nodes'],
    ];
  }

  it(
    'has something to see on every screen of the console, without a barrier',
    { timeout: PATIENCE_MS },
    async ({ task }) => {
      const shown = await ConsolePage.signedIn(context, platform.baseUrl, { token });
      try {
        for (const [path, shows] of await screens()) {
          await shown.goTo(path);
          await shown.page.getByText(shows).filter({ visible: true }).first().waitFor();
          expect(await shown.page.getByText('could not be loaded').count(), path).toBe(0);
          await expect.poll(() => shown.violations(), { message: path }).toEqual([]);
        }
        expect(shown.problems).toEqual([]);
      } finally {
        await saveScreenshots(context, task);
      }
    },
  );

  it(
    'is signed in to by the link that the start prints, once',
    { timeout: PATIENCE_MS },
    async () => {
      const [, link = ''] = /The console, once +(\S+)/.exec(platform.said) ?? [];
      const arrive = async () => {
        const own = await browser.newContext();
        own.setDefaultTimeout(30_000);
        const page = await own.newPage();
        await page.goto(link);
        return { page, close: () => own.close() };
      };
      const first = await arrive();
      await first.page.getByRole('heading', { name: 'Overview' }).waitFor();
      await first.close();
      const second = await arrive();
      await second.page.getByText('This link was used already').waitFor();
      expect(await second.page.getByLabel('Token').isVisible()).toBe(true);
      await second.close();
    },
  );

  it('draws charts with the numbers of the server, which are in a table behind them', async () => {
    const { days } = await client.readSendSeries();
    const sum = days.reduce((all, { accepted }) => all + accepted, 0);
    // Somebody signed in there before.
    const shown = await ConsolePage.open(context, platform.baseUrl, '/messages');
    const chart = shown.page.getByRole('figure').filter({ hasText: 'Messages by day and sender' });
    const inWords = `${sum.toLocaleString('en')} in \\d+ days`;
    await chart.getByRole('img', { name: new RegExp(inWords) }).waitFor();
    await chart.getByText('As a table').click();
    const cells = await chart.locator('tbody td').allInnerTexts();
    const numbers = cells.map((text) => Number(text.replaceAll(',', '')));
    expect(numbers.reduce((all, number) => all + number, 0)).toBe(sum);

    await shown.goTo(`/mini-apps/${ORDERS}`);
    const shares = shown.page.getByRole('figure').filter({ hasText: 'Share of installs' });
    await shares.getByText('As a table').click();
    const lastDay = shares.locator('tbody tr').last().locator('td');
    const parts = (await lastDay.allInnerTexts()).map((text) => Number.parseFloat(text));
    expect(parts.reduce((all, part) => all + part, 0)).toBeCloseTo(100, 0);
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('has devices that are not forgotten while somebody looks at it', async () => {
    const database = openSqlite(join(folder, 'demo/host.db'));
    const strangers = database.prepare('SELECT id FROM devices WHERE has_come = 0').all();
    database.close();
    expect(strangers).toEqual([]);
  });

  it('tells weeks of a story: rollouts, one that paused by itself, a review, sends by day', async () => {
    const { attention, sends, connected, scheduled } = await client.readOverview();
    expect(attention.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['paused', 'submitted', 'token-expires']),
    );
    expect(scheduled).toMatchObject([
      { appId: 'com.acme.loyalty', version: '1.0.0', percentage: 100 },
    ]);
    expect(sends!.length).toBeGreaterThanOrEqual(28);
    expect(connected!.devices).toBeGreaterThan(20);
    const { released } = await client.getMiniProgram(ORDERS);
    expect(released.map(({ version, percentage }) => [version, percentage])).toEqual([
      ['1.2.0', 25],
      ['1.1.0', 100],
    ]);
    const { days } = await client.readVersionSeries(ORDERS);
    expect(new Set(days.map(({ day }) => day)).size).toBeGreaterThanOrEqual(28);
  });

  it('has devices that take what somebody sends, and open it', async () => {
    const key = (await readFile(join(folder, 'demo/server-key'), 'utf8')).trim();
    const sent = await client.sendPush(
      { to: '/topics/promotions', notification: { title: 'Live' } },
      key,
    );
    const { message_id: id } = sent as { message_id: number };
    const counts = async () => (await client.getMessage(String(id))).counts;
    await expect.poll(async () => (await counts()).opened, { timeout: 60_000 }).toBeGreaterThan(0);
  });

  it(
    'starts again at once with the same data, and never in a folder with other data',
    { timeout: PATIENCE_MS },
    async () => {
      const before = (await client.listAudit({ limit: 100 })).items.length;
      await platform.stop();
      await start();
      expect(platform.said).not.toContain('are made, once');
      expect((await client.listAudit({ limit: 100 })).items.length).toBe(before);

      const other = await mkdtemp(join(tmpdir(), 'not-a-demo-'));
      await writeFile(join(other, 'host.db'), 'mine');
      const refused = await startEmptyPlatform({ DATA_DIR: other }, ['--demo']).catch(
        (error: Error) => error.message,
      );
      expect(refused).toContain('has data that is not the demo’s');
      expect(await readFile(join(other, 'host.db'), 'utf8')).toBe('mine');
      await rm(other, { recursive: true });
    },
  );
});
