import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createApiClient } from '@host/api-client';
import { FRAME_POLICY } from '@host/host-runtime/frame-page';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { HostPage, expectShown } from './host/HostPage.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('chromiumPath');
const ORDERS = 'com.example.orders';
const PROMOS = 'com.example.promos';

// One story, in its order: a platform that is stopped cannot be used by other tests.
describe.skipIf(CHROMIUM === undefined)('the reference host after its server has stopped', () => {
  let platform: Platform;
  let browser: Browser;
  let host: HostPage;
  let token: string;
  /** Violations of connect-src that the server was told of. */
  const violations = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const figures = await (await fetch(`${platform.baseUrl}/metrics`, { headers })).text();
    return Number(/^csp_reports_total\{directive="connect-src"\} (\d+)/m.exec(figures)?.[1] ?? 0);
  };

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser(CHROMIUM!);
    token = (await readFile(join(platform.dataDir, 'admin-token'), 'utf8')).trim();
    await createApiClient({ baseUrl: platform.baseUrl, token }).setIsolation(ORDERS, 'frame');
    const context = await browser.newContext();
    context.setDefaultTimeout(30_000);
    host = await HostPage.open(context, platform.baseUrl);
    await host.untilOfflineReady();
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('serves the page of frames with the policy of the runtime, and an address for reports, while it is there', async () => {
    const { headers } = await fetch(`${platform.baseUrl}/app/frame.html`);
    expect(headers.get('content-security-policy')).toBe(
      `${FRAME_POLICY}; report-uri /v1/csp-reports`,
    );
  });

  it('has a mini-app in a frame reported, whose page comes from the service worker', async () => {
    await host.goTo(`miniapp/${ORDERS}`);
    await host.framedMiniApp.getByText('Sign in to see your orders').waitFor();
    const frames = host.page.frames().filter((each) => each.url().endsWith('/app/frame.html'));
    expect(frames.length).toBeGreaterThan(0);
    const before = await violations();
    for (const frame of frames) {
      await frame.evaluate(`fetch('https://elsewhere.example/').catch(() => {})`);
    }
    await expect.poll(violations).toBe(before + frames.length);
  });

  it('shows the icons of mini-apps, wherever the server runs', async () => {
    const icon = host.page.locator(`img[src="${platform.baseUrl}/cdn/icons/${PROMOS}.svg"]`);
    await icon.first().waitFor({ state: 'attached' });
    const width = () =>
      icon.first().evaluate((image: { naturalWidth: number }) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  });

  it('opens what was opened before, in the realm and in a frame, with the browser offline, too', async () => {
    await host.goTo(`miniapp/${PROMOS}`);
    await host.miniApp.getByText('On offer').first().waitFor();
    await host.goTo(`miniapp/${ORDERS}`);
    await host.framedMiniApp.getByText('Sign in to see your orders').waitFor();

    await platform.stop();
    await host.goToOffline('');
    await host.page.getByText('You are offline.').waitFor();
    await host.goTo(`miniapp/${PROMOS}`);
    await expectShown(host.miniApp.getByText('On offer').first());
    await host.goTo(`miniapp/${ORDERS}`);
    await expectShown(host.framedMiniApp.getByText('Sign in to see your orders'));
  });

  it('speaks another language then, too, and calls mini-apps as it knows them', async () => {
    await host.goTo('settings');
    await host.button(/^Language/).click();
    await host.button('Deutsch').click();
    await expectShown(host.heading('Einstellungen'));
    await host.goToOffline('');
    await expectShown(host.page.getByText('Du bist offline.'));
    await expectShown(host.page.getByText('What you ordered, and where it is'));
  });
});
