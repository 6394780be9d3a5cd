import { ADMIN_TOKEN } from '@host/server/testing';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { saveScreenshots } from '../host/saveScreenshots.ts';
import { launchBrowser } from '../launchBrowser.ts';
import { ConsolePage } from './ConsolePage.ts';
import { SCRIPT } from './fillServer.ts';
import { type ConsoleServer, startConsole } from './startConsole.ts';

const CHROMIUM = inject('chromiumPath');

describe.skipIf(CHROMIUM === undefined)('sending in the console', () => {
  let started: ConsoleServer;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    started = await startConsole();
    browser = await launchBrowser(CHROMIUM!);
  });
  afterAll(async () => {
    await browser?.close();
    await started?.server.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(30_000);
  });
  afterEach(async ({ task }) => {
    await saveScreenshots(context, task);
    await context.close();
  });
  const open = (path: string, token = ADMIN_TOKEN) =>
    ConsolePage.signedIn(context, started.baseUrl, { token, path });

  it('composes with a preview, sends in a second step, and shows what became of it', async () => {
    const shown = await open('/compose');
    await shown.button('Continue…').click();
    await shown.page.getByText('A notification has a title.').waitFor();
    await shown.page.getByLabel('Topic').fill('promotions');
    await shown.page.getByLabel('Title').fill('Two for one');
    await shown.page.getByLabel('Text', { exact: true }).fill(SCRIPT);
    await shown.page.getByLabel('Opens').fill('javascript:alert(1)');
    await shown.page.getByText('This is no link of an app').waitFor();
    await shown.page.getByLabel('Opens').fill('host://promo/p1');
    expect(await shown.page.getByText(SCRIPT).count()).toBeGreaterThanOrEqual(3);
    expect(await shown.violations()).toEqual([]);
    await shown.button('Continue…').click();
    await shown.dialog.getByText('every device that is subscribed to “promotions”').waitFor();
    await shown.dialog.getByRole('button', { name: 'Send now' }).click();
    await shown.said('The push is sent.').waitFor();
    await shown.heading('Two for one').waitFor();
    await shown.heading('How far it came').waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.link('Messages').first().click();
    await shown.row('Two for one').getByText('/topics/promotions').waitFor();
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('keeps the text when sending failed, and cancels what is scheduled', async () => {
    const shown = await open('/compose');
    await shown.page.getByLabel('Topic').fill('promotions');
    await shown.page.getByLabel('Title').fill('Tomorrow');
    await shown.page.getByText('When, how urgent').click();
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
    await shown.page.getByLabel('At', { exact: true }).fill(tomorrow);
    await shown.button('Continue…').click();
    await context.route('**/fcm/send', (route) => route.abort());
    await shown.dialog.getByRole('button', { name: 'Schedule' }).click();
    await shown.dialog.getByText('The server did not answer.').waitFor();
    await context.unroute('**/fcm/send');
    await shown.dialog.getByRole('button', { name: 'Schedule' }).click();
    await shown.heading('Tomorrow').waitFor();
    await shown.button('Cancel the message…').click();
    await shown.dialog.getByRole('button', { name: 'Cancel the message' }).click();
    await shown.page.getByText('Cancelled', { exact: true }).waitFor();
    await shown.link('Messages').first().click();
    await shown.row('Tomorrow').getByText('Cancelled').waitFor();
    // The first attempt got no answer, and the second was the same message.
    expect(await shown.row('Tomorrow').count()).toBe(1);
  });

  it('is not shown to who may not send', async () => {
    const { token } = await started.server.issue({ name: 'Vi', role: 'viewer' });
    const shown = await open('/', token);
    await shown.heading('Overview').waitFor();
    expect(await shown.link('Compose').count()).toBe(0);
  });
});
