import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createApiClient } from '@host/api-client';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  vi,
} from 'vitest';

import { axeViolations } from './axeViolations.ts';
import type { HostPage } from './host/HostPage.ts';
import { type PersonsBrowser, startPersonsBrowser } from './host/startPersonsBrowser.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';
import { untilFramesAreHeard } from './host-runtime/untilFramesAreHeard.ts';
import { type Desktop, startDesktop } from './push/startDesktop.ts';

const CHROMIUM = inject('chromiumPath');
const DBUS = inject('dbusPath');
const PROMOS = 'com.example.promos';
const PROMOS_TOPIC = `miniapp_${PROMOS}_updates`;
const PATIENT = { timeout: 30_000, interval: 100 };

describe.skipIf(CHROMIUM === undefined)('push in the reference host', { timeout: 240_000 }, () => {
  let platform: Platform;
  let serverKey: string;
  let desktop: Desktop | undefined;
  let browser: PersonsBrowser;
  let other: PersonsBrowser | undefined;

  beforeAll(async () => {
    platform = await startPlatform();
    serverKey = (await readFile(join(platform.dataDir, 'server-key'), 'utf8')).trim();
    desktop = DBUS === undefined ? undefined : await startDesktop(DBUS);
  });
  afterAll(async () => {
    desktop?.stop();
    await platform?.stop();
  });
  beforeEach(async () => {
    browser = await startPersonsBrowser(CHROMIUM!, platform.baseUrl, desktop?.env);
  });
  afterEach(async ({ task }) => {
    await browser.saveScreenshots(task);
    await browser?.stop();
    await other?.stop();
    other = undefined;
  });

  /** A sender's back end, with the body of the interface. */
  async function send(to: string, notification: object, data: object): Promise<void> {
    const response = await fetch(`${platform.baseUrl}/fcm/send`, {
      method: 'POST',
      headers: { authorization: `key=${serverKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, notification, data }),
    });
    expect(response.status).toBe(200);
  }
  const sendOffer = (more: object = {}) =>
    send(
      '/topics/promotions',
      { title: 'Two for one', body: 'Coffee beans until Sunday', ...more },
      { deepLink: 'host://promo/p1' },
    );

  let lastId = 900_000_000;
  /** What the browser's push service would bring to the service worker. */
  const pushed = (title: string, deepLink: string) => ({
    id: String(++lastId),
    notification: { title, body: 'Body' },
    data: { deepLink },
  });
  const shows = (title: string) =>
    vi.waitFor(
      () => expect(desktop!.shown().map((shown) => shown.title)).toContain(title),
      PATIENT,
    );

  it('journey 3: a topic reaches both browsers of a person once, what one reads the other has read, a tap opens the offer', async () => {
    other = await startPersonsBrowser(CHROMIUM!, platform.baseUrl, desktop?.env);
    const email = `ada-${Date.now()}@example.com`;
    const here = await browser.openAllowed('sign-up');
    await here.signUp('Ada', email);
    await here.heading(/, Ada$/).waitFor();
    const there = await other.openAllowed('sign-in');
    await there.signIn(email);
    await there.heading(/, Ada$/).waitFor();

    await sendOffer();
    for (const host of [here, there]) {
      await host.banner.getByText('Two for one').waitFor();
      await host.bell(1).waitFor();
    }
    await here.bell(1).click();
    await here.button(/^Two for one.* New/).waitFor();
    expect(await here.button(/^Two for one.* New/).count()).toBe(1);
    await here.button('Mark all as read').click();
    await here.button(/^Two for one/).waitFor();

    await there.bell(0).waitFor();
    await there.bell(0).click();
    await there.button('Delete: Two for one').waitFor();
    expect(await there.button('Delete: Two for one').count()).toBe(1);
    await there.button(/^Two for one/).click();
    await there.heading('Offer p1').waitFor();
    expect(there.path()).toBe('promo/p1');
  });

  it('asks nobody on launch: a primer explains after a user action, and "Not now" is respected', async () => {
    const host = await browser.open();
    await host.bell(0).waitFor();
    await host.bell(0).click();
    await host.page.getByText('Notifications are off').waitFor();
    expect(await host.page.getByText('Turn on notifications?').count()).toBe(0);
    await host.button('Turn on').click();
    await host.page.getByText('Turn on notifications?').waitFor();
    await host.button('Not now').click();
    await expect.poll(() => host.page.getByText('Turn on notifications?').count()).toBe(0);
    expect(await host.page.evaluate('Notification.permission')).toBe('default');

    await host.button('Turn on').click();
    await browser.allow();
    const registered = host.page.waitForResponse(/\/devices\/register$/);
    await host.button('Allow').click();
    expect((await registered).status()).toBeLessThan(300);
    await expect.poll(() => host.page.getByText('Notifications are off').count()).toBe(0);
  });

  it('shows no category as switched on while notifications are off, and what was chosen once they are on', async () => {
    const host = await browser.open('settings/notifications');
    await host.page.getByText('Notifications are off').waitFor();
    const ofCategories = host.page.getByRole('switch', { name: /^(?!Quiet hours)/ });
    const states = () =>
      ofCategories.evaluateAll((switches: { getAttribute(name: string): string | null }[]) =>
        switches.map((each) => {
          const isDisabled = each.getAttribute('aria-disabled') === 'true';
          return `${each.getAttribute('aria-checked')} ${isDisabled ? 'disabled' : 'enabled'}`;
        }),
      );
    await expect.poll(async () => [...new Set(await states())]).toEqual(['false disabled']);
    await host.button('Turn on').click();
    await browser.allow();
    await host.button('Allow').click();
    await expect.poll(async () => [...new Set(await states())]).toEqual(['true enabled']);
  });

  it('says how to change it where notifications are blocked', async () => {
    await browser.block();
    const host = await browser.open('settings/notifications');
    await host.page.getByText('Notifications are blocked').waitFor();
    await host.page.getByText('Open the settings of this site').waitFor();
    expect(await host.button('Send me a test push').count()).toBe(0);
  });

  it('a banner in the foreground is announced, leaves the focus alone, and its button does what it says', async () => {
    const host = await browser.openAllowed();
    const search = host.page.getByLabel('Search services');
    await search.focus();
    await sendOffer({ click_action: 'offer' });
    await host.banner.getByRole('button', { name: /^Two for one/ }).waitFor();
    expect(await host.banner.getAttribute('aria-live')).toBe('polite');
    expect(await host.page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'Search services',
    );
    await expect.poll(() => host.page.title()).toBe('(1) Harbour');

    const unsubscribed = host.page.waitForResponse(
      (response) =>
        response.url().endsWith('/v1/push/topics/promotions') &&
        response.request().method() === 'DELETE',
    );
    await host.button('No more offers').click();
    await host.page.getByText('You get no more offers').waitFor();
    expect((await unsubscribed).status()).toBe(200);
    await expect.poll(() => host.banner.getByText('Two for one').count()).toBe(0);
    await expect.poll(() => host.page.title()).toBe('Harbour');
    await host.goTo('settings/notifications');
    const offers = host.page.getByRole('switch', { name: /^Offers/ });
    await expect.poll(() => offers.getAttribute('aria-checked')).toBe('false');
  });

  it('a banner opens where it leads, stays while the pointer is on it, and can be dismissed', async () => {
    const host = await browser.openAllowed();
    await host.page.clock.install();
    await sendOffer();
    const banner = host.banner.getByRole('button', { name: /^Two for one/ });
    await banner.waitFor();
    await banner.hover();
    await host.page.clock.fastForward(8500);
    await untilFramesAreHeard(host.page);
    expect(await banner.count()).toBe(1);
    await host.button('Dismiss').click();
    await expect.poll(() => banner.count()).toBe(0);
    await host.bell(1).waitFor();

    await sendOffer();
    await banner.click();
    await host.heading('Offer p1').waitFor();
    await expect.poll(() => banner.count()).toBe(0);
  });

  it('"Send me a test push" comes back from the gateway to this device', async () => {
    const host = await browser.openAllowed('settings/notifications');
    const sent = host.page.waitForResponse(
      (response) =>
        response.url().includes('/v1/push/scheduled/test-') &&
        response.request().method() === 'PUT',
    );
    await host.button('Send me a test push').click();
    expect((await sent).status()).toBe(200);
    await host.banner.getByText('It works').waitFor();
  });

  it('what one person got is not there for the next', async () => {
    const host = await browser.openAllowed('sign-up');
    await host.signUp('Ada');
    await host.heading(/, Ada$/).waitFor();
    await sendOffer();
    await host.bell(1).waitFor();
    await host.goTo('settings');
    await host.button('Sign out').click();
    await host.page.getByText('Sign in to use services that need to know you.').waitFor();
    await host.goTo('');
    await host.bell(0).click();
    await host.page.getByText('No notifications').waitFor();
    expect(await host.page.getByText('Two for one').count()).toBe(0);
  });

  it.each(['realm', 'frame'] as const)(
    'a mini-app in a %s asks, reminds at its time, and a tap opens it with its params; withdrawing ends it all',
    async (isolation) => {
      const token = (await readFile(join(platform.dataDir, 'admin-token'), 'utf8')).trim();
      await createApiClient({ baseUrl: platform.baseUrl, token }).setIsolation(PROMOS, isolation);
      const host = await browser.openAllowed();
      await host.page.clock.install();
      await host.goTo(`miniapp/${PROMOS}`);
      const inside = isolation === 'frame' ? host.framedMiniApp : host.miniApp;
      const subscribed = changed(host, 'PUT', `/v1/push/topics/${PROMOS_TOPIC}`);
      await inside.getByText('Tell me about new offers').click();
      await host.heading('Promos would like to send you notifications').waitFor();
      await host.button('Allow').click();
      await inside.getByText('You will hear of new offers').waitFor();
      expect((await subscribed).status()).toBe(200);

      const scheduled = changed(host, 'PUT', '/v1/push/scheduled/');
      await inside.getByText('Coffee beans, two for one').click();
      await inside.getByText('Remind me tomorrow').click();
      expect((await scheduled).status()).toBe(200);
      await host.button('Close Promos').click();
      await host.bell(0).waitFor();
      await host.page.clock.fastForward(untilNineTomorrow() + 1000);
      await host.banner.getByRole('button', { name: /^From Promos Still on offer/ }).click();
      await inside.getByText('Remind me tomorrow').waitFor();
      expect(host.path()).toBe(`miniapp/${PROMOS}?promoId=p1`);

      const scheduledAgain = changed(host, 'PUT', '/v1/push/scheduled/');
      await inside.getByText('Remind me tomorrow').click();
      await scheduledAgain;
      const unscheduled = changed(host, 'DELETE', '/v1/push/scheduled/');
      const unsubscribed = changed(host, 'DELETE', `/v1/push/topics/${PROMOS_TOPIC}`);
      await host.button('Menu of Promos').click();
      await host.button('Permissions and storage').click();
      await host.page.getByRole('switch', { name: /^Notifications/ }).click();
      expect((await unscheduled).status()).toBe(200);
      expect((await unsubscribed).status()).toBe(200);

      await host.goTo('settings/notifications');
      const promos = host.page.getByRole('switch', { name: 'Promos' });
      await expect.poll(() => promos.getAttribute('aria-checked')).toBe('false');
      await promos.click();
      await expect.poll(() => promos.getAttribute('aria-checked')).toBe('true');
    },
  );

  describe.skipIf(DBUS === undefined)('while the host is not in front', () => {
    it.each([
      ['an order', 'host://order/1001', 'order/1001'],
      ['an offer', 'host://promo/p1', 'promo/p1'],
      ['a mini-app', `host://miniapp/${PROMOS}?promoId=p2`, `miniapp/${PROMOS}?promoId=p2`],
    ])('a tap opens %s, behind another tab and while it is closed', async (what, link, path) => {
      const host = await browser.openAllowed();
      await host.untilOfflineReady();
      const front = await browser.putBehind(host);
      await browser.push(pushed(`Behind: ${what}`, link));
      await shows(`Behind: ${what}`);
      desktop!.tap(`Behind: ${what}`);
      await expect.poll(() => host.path(), PATIENT).toBe(path);
      await front.close();
      await host.page.close();

      await browser.push(pushed(`Closed: ${what}`, link));
      await shows(`Closed: ${what}`);
      const opened = browser.nextPage();
      desktop!.tap(`Closed: ${what}`);
      const cold = await opened;
      await expect.poll(() => cold.path(), PATIENT).toBe(path);
    });

    it('quiet hours and muted channels hold in the service worker, and all of it is in the center', async () => {
      const host = await browser.openAllowed('settings/notifications');
      await host.untilOfflineReady();
      await host.page.getByRole('switch', { name: /^Quiet hours/ }).click();
      const time = (hours: number) => `${String((new Date().getHours() + hours + 24) % 24)}:00`;
      await host.page.getByLabel('From', { exact: true }).fill(time(-1));
      await host.page.getByLabel('Until', { exact: true }).fill(time(2));
      await host.page.close();
      await browser.push(pushed('At night', 'host://promo/p1'));

      const awake = await browser.openAllowed();
      await awake.bell(1).waitFor();
      expect(desktop!.shown().map(({ title }) => title)).not.toContain('At night');
      expect(await awake.banner.getByText('At night').count()).toBe(0);
      await awake.goTo('settings/notifications');
      await awake.page.getByRole('switch', { name: /^Quiet hours/ }).click();
      await awake.page.getByRole('switch', { name: /^Offers/ }).click();
      await awake.page.close();
      await browser.push(pushed('Not wanted', 'host://promo/p1'));
      await browser.push(pushed('Wanted', 'host://order/1001'));
      await shows('Wanted');
      expect(desktop!.shown().map(({ title }) => title)).not.toContain('Not wanted');
      const later = await browser.openAllowed();
      await later.bell(3).waitFor();
    });
  });

  describe.each([
    ['phone', 'light'],
    ['phone', 'dark'],
    ['desktop', 'light'],
    ['desktop', 'dark'],
  ] as const)('on a %s in %s', (size, colorScheme) => {
    it('has no barrier in the center, in the settings, in the primer and in a banner', async () => {
      const host = await browser.open('notifications');
      await host.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await host.page.setViewportSize(
        size === 'phone' ? { width: 390, height: 844 } : { width: 1360, height: 860 },
      );
      const barriers = () => axeViolations(host.page);
      const hasNone = async () => {
        await expect.poll(barriers, { timeout: 15_000, interval: 500 }).toEqual([]);
      };
      await host.page.getByText('No notifications').waitFor();
      await hasNone();
      await host.button('Turn on').click();
      await host.button('Allow').waitFor();
      await hasNone();
      await browser.allow();
      const subscribed = changed(host, 'PUT', '/v1/push/topics/promotions');
      await host.button('Allow').click();
      await subscribed;
      await sendOffer();
      await host.button(/^Two for one.* New/).waitFor();
      await hasNone();
      await host.goTo('settings/notifications');
      await host.page.getByRole('switch', { name: /^Quiet hours/ }).click();
      await host.page.getByLabel('From', { exact: true }).waitFor();
      await hasNone();
      await host.page.getByRole('switch', { name: /^Quiet hours/ }).click();
      await sendOffer({ click_action: 'offer' });
      await host.button('No more offers').waitFor();
      await hasNone();
      if (size === 'desktop') {
        await host.page.getByRole('link', { name: 'Notifications 2 unread' }).waitFor();
      }
    });
  });

  function untilNineTomorrow(): number {
    const nine = new Date();
    nine.setDate(nine.getDate() + 1);
    return nine.setHours(9, 0, 0, 0) - Date.now();
  }

  /** Waits until the gateway has answered a change of this device. */
  function changed(host: HostPage, method: string, path: string) {
    return host.page.waitForResponse(
      (response) => response.url().includes(path) && response.request().method() === method,
    );
  }
});
