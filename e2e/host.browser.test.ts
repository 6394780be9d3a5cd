import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createApiClient } from '@host/api-client';
import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { axeViolations } from './axeViolations.ts';
import { startDevServer } from './host/startDevServer.ts';
import { HostPage, expectShown } from './host/HostPage.ts';
import { saveScreenshots } from './host/saveScreenshots.ts';
import { untilFramesAreHeard } from './host-runtime/untilFramesAreHeard.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('headlessPath');
const ORDERS = 'com.example.orders';
const PROMOS = 'com.example.promos';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1360, height: 860 };

describe.skipIf(CHROMIUM === undefined)('the reference host in a browser', () => {
  let platform: Platform;
  let browser: Browser;
  let context: BrowserContext;
  const problems: string[] = [];

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser(CHROMIUM!);
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });
  beforeEach(async () => {
    problems.length = 0;
    context = await browser.newContext({ viewport: PHONE, colorScheme: 'light' });
    context.setDefaultTimeout(30_000);
    context.on('weberror', (error) => problems.push(String(error.error())));
  });
  afterEach(async ({ task }) => {
    await saveScreenshots(context, task);
    await context.close();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  const open = (path = '') => HostPage.open(context, platform.baseUrl, path);

  it('shows the catalog, opens a mini-app and comes back', async () => {
    const host = await open();
    await host.button(/Promos/).click();
    await host.miniApp.getByText('Coffee beans, two for one').waitFor();
    expect(host.path()).toBe(`miniapp/${PROMOS}`);
    await expect.poll(() => host.page.title()).toBe('Promos · Harbour');

    // A file of the version that is no code.
    await host.miniApp.getByText('Coffee beans, two for one').click();
    const picture = host.miniApp.getByRole('img', { name: 'A price tag' }).locator('img');
    const width = () =>
      picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    await expect.poll(width).toBe(720);

    await host.button('Close Promos').click();
    await host.heading('All services').waitFor();
    expect(host.path()).toBe('');
    await host.button('Open Promos again').waitFor();
  });

  it('shows the catalog before its script is there, and never takes it away again', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await context.route(/\/assets\/host\./, async (route) => {
      await held;
      await route.continue();
    });
    // Notes in the page whether the tile was ever gone once it was there.
    await context.addInitScript(`
      globalThis.gone = 0;
      let isThere = false;
      new MutationObserver(() => {
        const isShown = document.body?.textContent.includes('Promos') ?? false;
        if (isThere && !isShown) globalThis.gone += 1;
        isThere ||= isShown;
      }).observe(document, { childList: true, subtree: true });
    `);
    const page = await context.newPage();
    await page.goto(`${platform.baseUrl}/app/`, { waitUntil: 'commit' });
    const early = page.getByRole('link', { name: /Promos/ });
    await early.waitFor();
    expect(await early.getAttribute('href')).toBe(`/app/miniapp/${PROMOS}`);
    expect(await axeViolations(page)).toEqual([]);
    letGo();
    await page.getByRole('button', { name: /Promos/ }).waitFor();
    expect(await early.count()).toBe(0);
    expect(await page.evaluate('globalThis.gone')).toBe(0);
  });

  it('shows the catalog of the last visit before the server has answered, and then the one of today', async () => {
    const again = await browser.newContext({ serviceWorkers: 'block' });
    try {
      const address = `${platform.baseUrl}/app/`;
      const first = await again.newPage();
      await first.goto(address);
      await first.getByRole('button', { name: /Promos/ }).waitFor();
      await first.close();
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await again.route(/\/assets\/host\./, () => undefined);
      await again.route(/\/v1\/mini-programs\?/, async (route) => {
        await held;
        await route.fulfill({ json: { items: [{ appId: 'com.example.new', name: 'New here' }] } });
      });
      const page = await again.newPage();
      await page.goto(address, { waitUntil: 'commit' });
      const promos = page.getByRole('link', { name: /Promos/ });
      await promos.waitFor();
      answer();
      await page.getByRole('link', { name: 'New here' }).waitFor();
      expect(await promos.count()).toBe(0);
    } finally {
      await again.close();
    }
  });

  it('fetches what the catalog shows ahead of a tap', async () => {
    const asked: string[] = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open();
    for (const file of [/promos.*\.container\.js$/, /promos.*__federation_expose_App.*\.js$/]) {
      await expect.poll(() => asked.some((path) => file.test(path))).toBe(true);
    }
  });

  it('goes back through the screens of a mini-app before it leaves it', async () => {
    const host = await open();
    await host.button(/Promos/).click();
    await host.miniApp.getByText('Coffee beans, two for one').click();
    await host.miniApp.getByText('Remind me tomorrow').waitFor();
    await host.back();
    await host.miniApp.getByText('Free delivery this week').waitFor();
    await expect.poll(() => host.path()).toBe(`miniapp/${PROMOS}`);
    await host.back();
    await host.heading('All services').waitFor();
  });

  it('runs a mini-app that is not trusted in a frame, with the same screens', async () => {
    const token = (await readFile(join(platform.dataDir, 'admin-token'), 'utf8')).trim();
    const client = createApiClient({ baseUrl: platform.baseUrl, token });
    await client.setIsolation(PROMOS, 'frame');
    try {
      const host = await open();
      await host.button(/Promos/).click();
      await host.framedMiniApp.getByText('Coffee beans, two for one').click();
      await host.framedMiniApp.getByText('Remind me tomorrow').waitFor();
      await untilFramesAreHeard(host.page);
      await host.back();
      await expectShown(host.framedMiniApp.getByText('Free delivery this week'));
    } finally {
      await client.setIsolation(PROMOS, 'realm');
    }
  });

  it('searches, and says when there is nothing', async () => {
    const host = await open();
    const search = host.page.getByLabel('Search services');
    await search.fill('ord');
    await host.heading('Results').waitFor();
    await expect.poll(() => host.button(/Promos/).count()).toBe(0);
    await host.button(/Orders/).waitFor();
    await search.fill('zzz');
    await host.heading('Nothing found').waitFor();
    await host.button('Clear the search').click();
    await expectShown(host.button(/Promos/));
  });

  it.each([
    ['promo/p1', 'Offer p1', 'Coffee beans, two for one'],
    ['promo/none', 'Offer none', 'There is no offer none'],
    ['order/1001', 'Order 1001', 'Sign in to see this order'],
    ['somewhere/else', 'Not found', 'There is nothing at this address'],
  ])('follows the deep link %s', async (path, title, text) => {
    const host = await open(path);
    await host.heading(title).first().waitFor();
    await expectShown(host.page.getByText(text));
    await host.button('Back').click();
    await host.heading('All services').waitFor();
  });

  it('opens the mini-app of a deep link with the remaining params', async () => {
    const host = await open(`miniapp/${PROMOS}?promoId=p2`);
    await host.miniApp.getByText('Offer p2').waitFor();
    await expectShown(host.miniApp.getByText('Remind me tomorrow'));
  });

  it('asks the registry once for a mini-app that is opened, and shows the version that runs beside it', async () => {
    const own = await browser.newContext({ viewport: DESKTOP });
    const page = await own.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const host = new HostPage(page, platform.baseUrl);
    await host.goTo(`miniapp/${PROMOS}`);
    await host.miniApp.getByText('Coffee beans, two for one').waitFor();
    const about = page.getByRole('complementary', { name: 'About Promos' });
    const running = await about.getByText(/^Version \d/).innerText();
    const resolve = `/v1/mini-programs/${PROMOS}/resolve`;
    expect(asked.filter((path) => path === resolve)).toHaveLength(1);

    // A newer one is released meanwhile, which whoever opens it anew gets.
    await page.route(
      (url) => url.pathname === resolve,
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), version: '99.0.0' } });
      },
    );
    await host.button('Menu of Promos').click();
    await page.getByText('About this service').click();
    const sheet = page.getByRole('dialog').getByText(/^Version \d/);
    expect([await sheet.innerText(), await about.getByText(/^Version \d/).innerText()]).toEqual([
      running,
      running,
    ]);
    await own.close();
  });

  it('leads from the page of an offer to the mini-app that shows it', async () => {
    const host = await open('promo/p1');
    await host.button('Open this offer').click();
    await host.miniApp.getByText('Remind me tomorrow').waitFor();
    expect(host.path()).toBe(`miniapp/${PROMOS}?promoId=p1`);
  });

  it('signs up for a mini-app, which sees the person after consent; signing out wipes', async () => {
    const host = await open(`miniapp/${ORDERS}`);
    await host.miniApp.getByText('Sign in to see your orders').waitFor();
    await host.miniApp.getByRole('button', { name: 'Sign in' }).click();
    await host.button('Create an account').click();
    await host.signUp('Ada');

    await host.heading('Orders would like to know your name and picture').waitFor();
    await host.button('Continue as Ada').click();
    await host.miniApp.getByText('Espresso machine').click();
    await host.miniApp.getByRole('button', { name: 'I have received it' }).click();
    await host.miniApp.getByText('You have it.').waitFor();

    await host.goTo(`settings/${ORDERS}`);
    const profile = host.page.getByRole('switch', { name: /^Your profile/ });
    await expect.poll(() => profile.getAttribute('aria-checked')).toBe('true');
    await expect
      .poll(() => host.page.getByText(/bytes of .* used/).textContent())
      .not.toMatch(/^0 /);

    await host.goTo('settings');
    await host.page.getByText('Ada', { exact: true }).waitFor();
    await host.button('Sign out').click();
    await host.page.getByText('Sign in to use services that need to know you.').waitFor();
    await host.goTo(`settings/${ORDERS}`);
    await host.page.getByText(/^0 bytes of/).waitFor();
    await expect.poll(() => profile.getAttribute('aria-checked')).toBe('false');
    const refreshCookies = async () =>
      (await context.cookies()).filter(({ name }) => name.includes('refresh'));
    await expect.poll(refreshCookies).toEqual([]);
  });

  it('an answer counts once the question has been in front of somebody for a moment', async () => {
    const host = await open('sign-up');
    await host.signUp('Hedy');
    await host.heading('All services').waitFor();
    await host.page.clock.install();
    await host.goTo(`miniapp/${ORDERS}`);
    const ask = host.miniApp.getByRole('button', { name: 'Continue' });
    await ask.waitFor();
    await host.page.clock.pauseAt(Date.now() + 60_000);
    await ask.click();
    const allow = host.button('Continue as Hedy');
    await allow.waitFor();
    await expectShown(host.page.getByText(ORDERS));
    await allow.click({ force: true });
    await allow.press('Enter');
    await host.page.clock.runFor(600);
    // Whoever looked elsewhere has not read it.
    await host.page.evaluate(`window.dispatchEvent(new Event('blur'))`);
    await host.page.clock.runFor(600);
    await allow.click({ force: true });
    expect(await allow.getAttribute('aria-disabled')).toBe('true');
    await host.page.clock.runFor(200);
    await expect.poll(() => allow.getAttribute('aria-disabled')).not.toBe('true');
    await host.page.clock.resume();
    await allow.click();
    await expectShown(host.miniApp.getByText('Espresso machine'));
  });

  it.each([
    ['Continue as Mary Somerville', 'Espresso machine'],
    ['Not now', 'Your orders are hidden'],
  ])(
    'asks whoever is signed in by their name whether a mini-app may know them: %s',
    async (answer, after) => {
      const host = await open('sign-up');
      await host.signUp('Mary Somerville', `mary-${Date.now()}@example.com`);
      await host.heading('All services').waitFor();
      await host.goTo(`miniapp/${ORDERS}`);
      await host.miniApp.getByRole('button', { name: 'Continue' }).press('Enter');
      await host.heading('Orders would like to know your name and picture').waitFor();
      const sheet = host.page.getByRole('dialog');
      await expectShown(sheet.getByRole('img', { name: 'Mary Somerville' }));
      expect(await host.button('Allow').count()).toBe(0);
      const yes = host.button('Continue as Mary Somerville');
      await expect.poll(() => yes.getAttribute('aria-disabled')).not.toBe('true');
      await expect.poll(() => axeViolations(host.page), { timeout: 15_000 }).toEqual([]);
      await host.button(answer).press('Enter');
      await expectShown(host.miniApp.getByText(after));
    },
  );

  it.each(['realm', 'frame'] as const)(
    'says whose screen it is while a mini-app is open, on a phone, above its %s',
    async (isolation) => {
      // Without what is around a page, Chromium tells frames, too, what the device has at its edges.
      const whole = await launchBrowser(inject('chromiumPath')!);
      const own = await whole.newContext({ viewport: PHONE });
      const token = (await readFile(join(platform.dataDir, 'admin-token'), 'utf8')).trim();
      const client = createApiClient({ baseUrl: platform.baseUrl, token });
      await client.setIsolation(PROMOS, isolation);
      try {
        const host = await HostPage.open(own, platform.baseUrl, `miniapp/${PROMOS}`);
        const session = await own.newCDPSession(host.page);
        // What the device has at its upper edge is over neither of the two.
        const insets = { top: 47, bottom: 34 };
        await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
        const inside = isolation === 'frame' ? host.framedMiniApp : host.miniApp;
        const title = inside.getByRole('heading', { name: 'On offer' });
        await title.waitFor();
        const name = host.miniApp.getByText('Promos', { exact: true }).first();
        const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
        await expect.poll(async () => (await boxOf(name)).y).toBeGreaterThan(47);
        const close = await boxOf(host.button('Close Promos'));
        expect(close.y).toBeGreaterThan(47);
        const top = (await boxOf(title)).y;
        expect(top).toBeGreaterThan(close.y + close.height);
        expect(top).toBeLessThan(47 + 52 + 47);
      } finally {
        await whole.close();
        await client.setIsolation(PROMOS, 'realm');
      }
    },
  );

  it('takes a permission away, and the mini-app knows nobody any more', async () => {
    const host = await open('sign-up');
    await host.signUp('Grace');
    await host.heading('All services').waitFor();
    await host.goTo(`miniapp/${ORDERS}`);
    await host.miniApp.getByText('Continue to your orders').waitFor();
    await host.miniApp.getByRole('button', { name: 'Continue' }).click();
    await host.button('Continue as Grace').click();
    await host.miniApp.getByText('Espresso machine').waitFor();

    await host.button('Menu of Orders').click();
    await host.button('Permissions and storage').click();
    await host.page.getByRole('switch', { name: /^Your profile/ }).click();
    await host.page.keyboard.press('Escape');
    await expectShown(host.miniApp.getByText('Your orders are hidden'));
    await host.miniApp.getByRole('button', { name: 'Share and continue' }).click();
    await host.button('Continue as Grace').click();
    await expectShown(host.miniApp.getByText('Espresso machine'));
  });

  it('shows beside an open mini-app that it is the latest, and what was just answered', async () => {
    const own = await browser.newContext({ viewport: DESKTOP });
    const host = await HostPage.open(own, platform.baseUrl, 'sign-up');
    await host.signUp('Emmy');
    await host.heading(/, Emmy$/).waitFor();
    await host.button(/Orders/).click();
    const recent = host.page.getByRole('link', { name: 'Orders' });
    await expect.poll(() => recent.getAttribute('aria-current')).toBe('page');
    const profile = host.page.getByRole('switch', { name: /^Your profile.*Not asked yet/ });
    await profile.waitFor();
    await host.miniApp.getByRole('button', { name: 'Continue' }).click();
    await host.button('Continue as Emmy').click();
    await expectShown(host.page.getByRole('switch', { name: /^Your profile/, checked: true }));
    await own.close();
  });

  it('stays signed in over a reload', async () => {
    const host = await open('sign-up');
    await host.signUp('Joan');
    await host.heading(/, Joan$/).waitFor();
    await host.page.reload();
    await host.heading(/, Joan$/).waitFor();
    await host.goTo('order/1001');
    await expectShown(host.page.getByText('Espresso machine'));
  });

  it('offers nothing that takes a mail where the server sends none', async () => {
    const host = await open('sign-up');
    await host.signUp('Emmy');
    await host.heading('All services').waitFor();
    const known = host.page.waitForResponse(/\/v1\/config$/);
    await host.goTo('settings');
    await host.button('Download my data').waitFor();
    await known;
    for (const name of ['Verify my address', 'Change e-mail address']) {
      expect(await host.button(name).count()).toBe(0);
    }
    for (const path of ['forgot-password', 'settings/email']) {
      await host.goTo(path);
      await expectShown(host.heading('No mail is sent here'));
    }
  });

  it('says what is wrong with a sign-in', async () => {
    const host = await open('sign-in');
    await host.button('Sign in').click();
    await host.page.getByText('Enter an e-mail address, for example').waitFor();
    await host.page.getByLabel('E-mail address').fill('nobody@example.com');
    await host.page.getByLabel('Password', { exact: true }).fill('not the right one');
    await host.page.keyboard.press('Enter');
    await expectShown(host.page.getByText('The address or the password is wrong.'));
    const focused = host.page.locator(':focus');
    expect(await focused.getAttribute('aria-label')).toBe('Password');
  });

  it('reloads a mini-app, and takes a report about it', async () => {
    const host = await open(`miniapp/${PROMOS}`);
    await host.miniApp.getByText('Coffee beans, two for one').click();
    await host.miniApp.getByText('Remind me tomorrow').waitFor();
    await host.button('Menu of Promos').click();
    await host.button('Reload').click();
    await host.miniApp.getByText('Free delivery this week').waitFor();

    await host.button('Menu of Promos').click();
    await host.button('Report a problem').click();
    await host.button('Send the report').click();
    await host.page.getByText('Say in a few words what is wrong.').waitFor();
    await host.page.getByLabel('What is wrong?').fill('The prices are not mine');
    await host.button('Send the report').click();
    await expectShown(host.page.getByText('Thank you. We will look into it.'));
  });

  it('opens without a network, and says so', async () => {
    const host = await open();
    await host.untilOfflineReady();
    await host.page.reload();
    await host.button(/Promos/).click();
    await host.miniApp.getByText('On offer').first().waitFor();
    await host.goTo('');
    await host.goToOffline('');
    await host.page.getByText('You are offline.').waitFor();
    // What was opened before opens again, from what the device has.
    await host
      .button(/Promos/)
      .first()
      .click();
    await host.miniApp.getByText('On offer').first().waitFor();
    await host.goTo('settings');
    await host.heading('Appearance').waitFor();
    await context.setOffline(false);
    await expect.poll(() => host.page.getByText('You are offline.').count()).toBe(0);
  });

  it('has screens for developers on the machine that serves it, and nowhere else', async () => {
    const here = await open('settings');
    await here.page.getByText('UI kit').click();
    await here.heading('Components').waitFor();

    // Another name of this machine, as browsers know it: the host takes it for somebody else's.
    const { port } = new URL(platform.baseUrl);
    const elsewhere = await HostPage.open(context, `http://host.localhost:${port}`, 'settings');
    await elsewhere.heading('About').waitFor();
    for (const title of ['UI kit', 'Mini-apps in development']) {
      expect(await elsewhere.page.getByText(title).count()).toBe(0);
    }
    await elsewhere.goTo('gallery');
    await elsewhere.page.getByText('There is nothing at this address').waitFor();
  });

  it('a live reload works inside the host: what miniapp start serves is there again when a file is saved', async () => {
    const devServer = await startDevServer('promos');
    try {
      const host = await open('settings');
      await host.page.getByText('Mini-apps in development').click();
      const address = host.page.getByLabel('Address of miniapp start');
      await address.fill('http://evil.example');
      await host.button('Open').click();
      await host.page.getByText('Enter an address on this machine').waitFor();
      // Where a link leads that names one.
      await host.goTo(`develop?url=${encodeURIComponent(devServer.address)}`);
      await expect.poll(() => address.inputValue()).toBe(devServer.address);
      await host.button('Open').click();
      await host.framedMiniApp.getByText('Coffee beans, two for one').waitFor();
      await host.page.getByText('Up to date').waitFor();

      await devServer.edit(
        'src/screens/PromosScreen.tsx',
        'title={title}',
        'title={`Now: ${title}`}',
      );
      await host.framedMiniApp.getByText('Now: Coffee beans, two for one').waitFor();

      await devServer.edit('src/screens/PromosScreen.tsx', '</Screen>', '</Scren>');
      await host.page.getByText('It does not build').waitFor();
      await host.page.getByText('src/screens/PromosScreen.tsx').waitFor();
      await devServer.edit('src/screens/PromosScreen.tsx', '</Scren>', '</Screen>');
      await host.framedMiniApp.getByText('Now: Coffee beans, two for one').waitFor();

      await devServer.edit(
        'src/screens/PromosScreen.tsx',
        'const { promos',
        "if (Date.now()) throw new Error('Out of offers');\n  const { promos",
      );
      await host.page.getByText('Error: Out of offers').waitFor();

      // The published one is another.
      await host.goTo(`miniapp/${PROMOS}`);
      await expectShown(host.miniApp.getByText('Coffee beans, two for one', { exact: true }));
    } finally {
      await devServer.stop();
    }
  });

  it('is drawn in the scheme that the person chose, and remembers it', async () => {
    const host = await open('settings');
    await host.heading('Appearance').waitFor();
    const background = () =>
      host.page.evaluate(
        `getComputedStyle(document.querySelector('[role=main], main') ?? document.body).backgroundColor`,
      );
    const light = await background();
    await host.page.getByRole('radio', { name: 'Dark' }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await host.page.reload();
    await expect.poll(background).toBe(dark);
  });

  it('can be used with the keyboard alone', async () => {
    const host = await open();
    await host.button(/Promos/).waitFor();
    const { keyboard } = host.page;
    const focused = () =>
      host.page.evaluate<string>(
        `document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || ''`,
      );
    const tabTo = async (label: RegExp) => {
      for (let presses = 0; presses < 30; presses++) {
        await keyboard.press('Tab');
        if (label.test(await focused())) return;
      }
      throw new Error(`The keyboard does not reach ${label}.`);
    };
    await tabTo(/^Search services/);
    await keyboard.type('pro');
    await expect.poll(() => host.button(/Orders/).count()).toBe(0);
    await tabTo(/Promos/);
    await keyboard.press('Enter');
    await host.miniApp.getByText('Coffee beans, two for one').waitFor();
    // The new screen has the focus: the next stop is inside of it.
    expect(await focused()).toBe('Promos');
    await host.button('Menu of Promos').focus();
    await keyboard.press('Enter');
    await host.button('About this service').waitFor();
    await keyboard.press('Escape');
    // The focus goes back to where it was: whoever moves it before that loses it.
    await expect.poll(focused).toBe('Menu of Promos');
    await host.button('Close Promos').focus();
    await keyboard.press('Enter');
    await host.page.getByLabel('Search services').waitFor();
  });

  it('can be installed', async () => {
    const host = await open();
    const session = await context.newCDPSession(host.page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // Test browsers are always private windows.
    const reasons = installabilityErrors.map(({ errorId }) => errorId);
    expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([]);
  });

  it('runs no script that its page did not name', async () => {
    const host = await open();
    await host.heading('All services').waitFor();
    const ran = await host.page.evaluate(`(async () => {
      const inline = document.createElement('script');
      inline.textContent = 'window.injected = true';
      document.head.append(inline);
      const unnamed = document.createElement('script');
      unnamed.src = '/app/service-worker.js';
      const outcome = new Promise((resolve) => {
        unnamed.addEventListener('load', () => resolve('ran'));
        unnamed.addEventListener('error', () => resolve('refused'));
      });
      document.head.append(unnamed);
      return { injected: 'injected' in window, withoutDigest: await outcome };
    })()`);
    expect(ran).toEqual({ injected: false, withoutDigest: 'refused' });
  });

  describe.each([
    ['phone', 'light'],
    ['phone', 'dark'],
    ['desktop', 'light'],
    ['desktop', 'dark'],
  ] as const)('on a %s in %s', (size, colorScheme) => {
    const screens: [path: string, until: string][] = [
      ['', 'All services'],
      [`miniapp/${PROMOS}`, ''],
      ['promo/p1', 'Offer p1'],
      ['order/1001', 'Sign in to see this order'],
      ['sign-in', 'Sign in'],
      ['sign-up', 'Create an account'],
      ['settings', 'Appearance'],
      [`settings/${ORDERS}`, 'Permissions'],
      ['gallery', 'Components'],
      ['develop', 'In development'],
      ['nowhere', 'Not found'],
    ];

    // One profile for all of them: what it has loaded once opens the next screen sooner.
    let own: BrowserContext;
    beforeAll(async () => {
      const viewport = size === 'phone' ? PHONE : DESKTOP;
      own = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
    });
    afterAll(() => own?.close());

    it.each(screens)('has no barrier on /%s', async (path, until) => {
      const host = await HostPage.open(own, platform.baseUrl, path);
      if (until === '') await host.miniApp.getByText('Free delivery this week').waitFor();
      else await host.heading(until).first().waitFor();
      // What is still on its way, like the panel beside it, is looked at once it is there.
      const violations = () => axeViolations(host.page);
      await expect.poll(violations, { timeout: 15_000, interval: 500 }).toEqual([]);
      await host.page.close();
    });
  });
});
