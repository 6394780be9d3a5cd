import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { PushMessageRecord } from '@host/contracts';
import { type RunningServer, readConfig, startServer } from '@host/server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { type App, startApp } from './push/startApp.ts';
import { type Desktop, startDesktop } from './push/startDesktop.ts';
import { type PushService, startPushService } from './push/startPushService.ts';

const CHROMIUM = inject('chromiumPath');
const DBUS = inject('dbusPath');
const PATIENT = { timeout: 45_000, interval: 50 };
const ADMIN_TOKEN = 'root-token-of-the-tests-of-closed-pages';
/** Long enough for a slow machine to close the page before. */
const AHEAD_MS = 12_000;

let folder: string;
let gateway: RunningServer;
let pushService: PushService;
let desktop: Desktop;
let app: App;

describe.skipIf(CHROMIUM === undefined || DBUS === undefined)(
  'a local notification in a browser',
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'push-closed-'));
      pushService = await startPushService((payload) => app.push(payload));
      gateway = await startServer(
        readConfig({
          PORT: '0',
          HOST: '127.0.0.1',
          DATA_DIR: folder,
          ADMIN_TOKEN,
          SERVER_KEY: 'server-key-of-the-tests-of-closed-pages',
          WEB_PUSH_ORIGINS: pushService.origin,
          LOG_LEVEL: 'silent',
        }),
      );
      desktop = await startDesktop(DBUS!);
      app = await startApp({
        chromiumPath: CHROMIUM!,
        gatewayOrigin: gateway.address,
        env: desktop.env,
      });
      // A browser without the internet cannot subscribe at its maker's: here it gets the service of this test.
      await app.context.addInitScript(`
        const subscription = ${JSON.stringify(pushService.subscription)};
        PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription });
      `);
      const { origin } = new URL(app.url);
      await app.context.grantPermissions(['notifications'], { origin });
    });
    afterAll(async () => {
      await app?.stop();
      desktop?.stop();
      await gateway?.close();
      pushService?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('while every page is closed comes to the service worker at its time, and a tap opens the right place', async () => {
      const page = await openReachable();
      const at = Date.now() + AHEAD_MS;
      await schedule(page, { title: 'Closed', at, orderId: 42 });
      await page.close();

      await vi.waitFor(() => expect(titles()).toContain('Closed'), PATIENT);
      expect(Date.now()).toBeGreaterThanOrEqual(at);
      expect(pushService.received).toHaveLength(1);
      const opening = app.context.waitForEvent('page');
      desktop.tap('Closed');
      const opened = await opening;
      await vi.waitFor(
        async () => expect(await told(opened)).toEqual(['initial Closed', 'order 42']),
        PATIENT,
      );
      // The timer of the page, which was late, and the gateway’s copy are the one that was tapped.
      await opened.getByText('Closed', { exact: true }).waitFor();
      await vi.waitFor(
        async () => expect(await stateOfLast()).toMatch(/delivered|opened/),
        PATIENT,
      );
      expect(await told(opened)).toEqual(['initial Closed', 'order 42']);
      expect(await opened.getByText('Closed', { exact: true }).count()).toBe(1);
      await opened.close();
    });

    it('that was cancelled is not at the gateway any more', async () => {
      const page = await openReachable();
      const before = pushService.received.length;
      const id = await schedule(page, { title: 'Cancelled', at: Date.now() + AHEAD_MS });
      const cancelled = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
      await page.evaluate(`push.cancel(${JSON.stringify(id)})`);
      expect(await (await cancelled).json()).toEqual({ scheduled: [] });
      await page.close();
      expect(pushService.received).toHaveLength(before);
    });

    it('while a page is open is told once, although the gateway sends it, too', async () => {
      const page = await openReachable();
      await schedule(page, { title: 'Open', at: Date.now() + 1500 });
      await vi.waitFor(async () => expect(await told(page)).toContain('received Open'), PATIENT);
      await vi.waitFor(async () => expect(await stateOfLast()).toBe('delivered'), PATIENT);
      expect(await told(page)).toEqual(['received Open']);
      expect(await page.getByRole('button', { name: /^Open .*New/ }).count()).toBe(1);
      expect(titles()).not.toContain('Open');
      await page.close();
    });
  },
);

const told = (page: Page): Promise<string[]> => page.evaluate('told');
const titles = () => desktop.shown().map(({ title }) => title);

/** Opens the app; the gateway knows then how to reach it while it is closed. */
async function openReachable(): Promise<Page> {
  const attached = app.context.waitForEvent('response', {
    predicate: (answer) =>
      answer.url().endsWith('/v1/push/web-push') && answer.request().method() === 'POST',
    timeout: PATIENT.timeout,
  });
  const page = await app.open();
  expect((await attached).status()).toBe(200);
  return page;
}

/** Schedules one, and waits until the gateway has it. */
async function schedule(
  page: Page,
  { title, at, orderId = 1 }: { title: string; at: number; orderId?: number },
): Promise<string> {
  const kept = page.waitForResponse((answer) => answer.url().includes('/v1/push/scheduled/'));
  const data = { deepLink: `acme://order/${orderId}` };
  const options = JSON.stringify({ title, body: 'Now', scheduledAt: at, data });
  const id: string = await page.evaluate(`schedule(${options})`);
  expect((await kept).status()).toBe(200);
  return id;
}

/** What became of the message that the gateway took last. */
async function stateOfLast(): Promise<string> {
  const response = await gateway.app.inject({
    url: '/v1/push/messages?limit=1',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  return response.json<{ items: PushMessageRecord[] }>().items[0]!.state;
}
