import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApiClient } from '@host/api-client';
import { type Mailbox, startMailbox } from '@host/server/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import { axeViolations } from './axeViolations.ts';
import { HostPage, expectShown } from './host/HostPage.ts';
import { saveScreenshots } from './host/saveScreenshots.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('headlessPath');
const PROMOS = 'com.example.promos';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1360, height: 860 };
/** `PICTURES=folder` has more screens drawn, in every look, also of somebody who is signed in, for somebody to look at. */
const ASKED_FOR = process.env['PICTURES'];
const PICTURES = ASKED_FOR ?? join(tmpdir(), 'host-languages');
const LOOKS = [
  { look: 'phone-light', viewport: PHONE, colorScheme: 'light' },
  { look: 'phone-dark', viewport: PHONE, colorScheme: 'dark' },
  { look: 'desktop-light', viewport: DESKTOP, colorScheme: 'light' },
  { look: 'desktop-dark', viewport: DESKTOP, colorScheme: 'dark' },
] as const;

const LANGUAGES = [
  {
    locale: 'en-GB',
    dir: 'ltr',
    search: 'Search services',
    signUp: 'Create an account',
    mini: 'On offer',
    names: ['Orders', 'Promos'],
  },
  {
    locale: 'de-AT',
    dir: 'ltr',
    search: 'Dienste suchen',
    signUp: 'Konto erstellen',
    mini: 'Im Angebot',
    names: ['Bestellungen', 'Angebote'],
  },
  {
    locale: 'es-ES',
    dir: 'ltr',
    search: 'Buscar servicios',
    signUp: 'Crear una cuenta',
    mini: 'En oferta',
    names: ['Pedidos', 'Ofertas'],
  },
  {
    locale: 'ar-EG',
    dir: 'rtl',
    search: 'ابحث عن خدمة',
    signUp: 'إنشاء حساب',
    mini: 'العروض',
    names: ['الطلبات', 'العروض'],
  },
  {
    locale: 'zh-CN',
    dir: 'ltr',
    search: '搜索服务',
    signUp: '创建账号',
    mini: '优惠',
    names: ['订单', '优惠'],
  },
] as const;
const SCREENS = ['', 'settings', 'sign-up', 'settings/notifications', 'promo/p1', 'nowhere'];
const MORE_SCREENS = [
  ...SCREENS,
  'notifications',
  'order/1001',
  'sign-in',
  'forgot-password',
  `miniapp/${PROMOS}`,
  'gallery',
];
const ORDERS = 'com.example.orders';
/** What draws the screens. */
const SCRIPT = (url: URL) => /\/assets\/host\./.test(url.pathname);
const SCREENS_OF_PEOPLE = [
  '',
  'settings',
  `settings/${ORDERS}`,
  'settings/sessions',
  'settings/email',
  'settings/password',
  `miniapp/${ORDERS}`,
];

describe.skipIf(CHROMIUM === undefined)('the host speaks its person’s language', () => {
  let mailbox: Mailbox;
  let platform: Platform;
  let browser: Browser;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    mailbox = await startMailbox();
    platform = await startPlatform({
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      MAIL_FROM: 'Host <no-reply@host.example>',
    });
    browser = await launchBrowser(CHROMIUM!);
    await mkdir(PICTURES, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    await mailbox?.close();
  });
  afterEach(async ({ task }) => {
    if (context) await saveScreenshots(context, task);
    await context?.close();
  });

  async function open(
    locale: string,
    path = '',
    options: { viewport: typeof PHONE; colorScheme?: 'light' | 'dark' } = { viewport: PHONE },
  ): Promise<HostPage> {
    await context?.close();
    context = await browser.newContext({ locale, ...options });
    context.setDefaultTimeout(30_000);
    return HostPage.open(context, platform.baseUrl, path);
  }

  it.each(LANGUAGES)(
    'shows its screens in $locale, for everybody, within the width of a phone',
    async ({ locale, dir, search, signUp }) => {
      const host = await open(locale);
      const { page } = host;
      await page.getByLabel(search).first().waitFor();
      expect(
        await page.evaluate(`document.documentElement.lang + ' ' + document.documentElement.dir`),
      ).toBe(`${locale} ${dir}`);
      for (const path of SCREENS) {
        await host.goTo(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        if (path === 'sign-up') await expectShown(host.heading(signUp));
        await expect.poll(() => tooWide(page)).toEqual([]);
        await expect.poll(() => axeViolations(page), { timeout: 15_000 }).toEqual([]);
        await page.screenshot({ path: pictureOf(locale, path, 'phone-light') });
      }
    },
  );

  it.each(LANGUAGES)(
    'is drawn in $locale on a desktop, in the dark',
    async ({ locale, search, names }) => {
      const host = await open(locale, '', { viewport: DESKTOP, colorScheme: 'dark' });
      await host.page.getByLabel(search).first().waitFor();
      for (const name of names) {
        await expectShown(host.page.getByText(name, { exact: true }).first());
      }
      await host.page.screenshot({ path: pictureOf(locale, '', 'desktop-dark') });
      await host.goTo(`miniapp/${PROMOS}`);
      await host.page.getByRole('complementary').getByRole('switch').first().waitFor();
      await expect.poll(() => tooWide(host.page)).toEqual([]);
      await host.page.screenshot({ path: pictureOf(locale, 'miniapp', 'desktop-dark') });
    },
  );

  it.each(ASKED_FOR === undefined ? [] : LANGUAGES)(
    'fits in $locale into every look',
    async ({ locale }) => {
      const { page } = await open(locale);
      const draw = async (paths: readonly string[], name: (path: string) => string) => {
        for (const { look, viewport, colorScheme } of LOOKS) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(viewport);
          for (const path of paths) {
            await page.goto(`${platform.baseUrl}/app/${path}`);
            await page.getByRole('heading', { level: 1 }).first().waitFor();
            await expect.poll(() => tooWide(page), { message: `${path} ${look}` }).toEqual([]);
            await page.screenshot({ path: pictureOf(locale, name(path), look) });
          }
        }
      };
      await draw(MORE_SCREENS, (path) => path);
      await makeAccount(page, locale);
      await draw(SCREENS_OF_PEOPLE, (path) => `signed-in-${path}`);
    },
    600_000,
  );

  /** The host whose script is not there. */
  async function openWithoutScript(locale: string): Promise<Page> {
    context = await browser.newContext({ locale, serviceWorkers: 'block' });
    context.setDefaultTimeout(30_000);
    await context.route(SCRIPT, (route) => route.abort());
    const { page } = await HostPage.open(context, platform.baseUrl);
    return page;
  }

  /** As a person does, whatever the language of the screens. */
  async function makeAccount(page: Page, locale: string): Promise<void> {
    const email = `ada-${locale}-${Date.now()}@example.com`.toLowerCase();
    await page.goto(`${platform.baseUrl}/app/sign-up`);
    await page.locator('input[autocomplete=name]').fill('Ada Lovelace');
    await page.locator('input[autocomplete=email]').fill(email);
    await page.locator('input[type=password]').fill('correct horse battery');
    await page.keyboard.press('Enter');
    const { content } = await mailbox.nextTo(email);
    const [, path] = /\/app\/([a-z-]+#hal_[\w-]{43})/.exec(content)!;
    await page.goto(`${platform.baseUrl}/app/${path}`);
    await page.locator('input[type=password]').fill('correct horse battery');
    await page.keyboard.press('Enter');
    await page.getByText('Ada Lovelace').first().waitFor();
  }

  it('mirrors what is drawn where writing goes from right to left', async () => {
    const host = await open('ar', 'settings');
    const back = (await host.button('رجوع').boundingBox())!;
    const title = (await host.heading('الإعدادات').boundingBox())!;
    expect(back.x).toBeGreaterThan(title.x + title.width - 1);
  });

  it.each(LANGUAGES)(
    'mini-apps speak $locale, too, in the page and in a frame',
    async ({ locale, dir, mini, names: [, name] }) => {
      const host = await open(locale, `miniapp/${PROMOS}`);
      await expectShown(host.miniApp.getByRole('heading', { name: mini }));
      await host.page.screenshot({ path: pictureOf(locale, 'miniapp', 'phone-light') });
      await isolate(platform, 'frame');
      try {
        await host.page.reload();
        await expectShown(host.framedMiniApp.getByRole('heading', { name: mini }));
        expect(await host.framedMiniApp.owner().getAttribute('title')).toBe(name);
        const page = host.framedMiniApp.locator('html');
        const ofPage = [
          await page.getAttribute('lang'),
          await page.getAttribute('dir'),
          await page.locator('title').textContent(),
        ];
        expect(ofPage).toEqual([locale, dir, name]);
      } finally {
        await isolate(platform, 'realm');
      }
    },
  );

  it('the outline that is there before the script is in the language and the scheme that were chosen', async () => {
    const held = await browser.newContext({
      locale: 'es-ES',
      colorScheme: 'light',
      serviceWorkers: 'block',
    });
    context = held;
    held.setDefaultTimeout(30_000);
    await held.route(SCRIPT, () => undefined);
    const page = await held.newPage();
    const reload = () =>
      page.goto(`${platform.baseUrl}/app/settings`, { waitUntil: 'commit' }).then(() => undefined);
    await reload();
    // The device's, until something is chosen.
    await expect.poll(() => lookOf(page)).toEqual(['es-ES', 'ltr', 'rgb(243, 245, 247)']);

    await held.unroute(SCRIPT);
    await reload();
    await page.getByRole('radio', { name: 'Oscuro' }).click();
    await page.getByRole('button', { name: /^Idioma/ }).click();
    await page.getByRole('button', { name: 'العربية' }).click();
    await expectShown(page.getByRole('heading', { name: 'الإعدادات' }));
    await expect.poll(() => lookOf(page)).toEqual(['ar', 'rtl', 'rgb(14, 21, 20)']);

    await held.route(SCRIPT, () => undefined);
    await reload();
    await page.locator('.outline').waitFor();
    await expect.poll(() => lookOf(page)).toEqual(['ar', 'rtl', 'rgb(14, 21, 20)']);
    expect(await page.getByRole('heading', { name: 'الإعدادات' }).count()).toBe(0);
  });

  it.each([
    ['en-GB', 'The app could not be started.', 'Try again'],
    ['de-AT', 'Die App konnte nicht gestartet werden.', 'Noch einmal versuchen'],
    ['es-ES', 'No se ha podido iniciar la aplicación.', 'Reintentar'],
    ['ar-EG', 'تعذّر بدء التطبيق.', 'إعادة المحاولة'],
    ['zh-CN', '应用无法启动。', '重试'],
  ])('a script that cannot be loaded is told in %s', async (locale, told, tryAgain) => {
    const page = await openWithoutScript(locale);
    await expectShown(page.getByRole('alert').getByText(told, { exact: true }));
    await expectShown(page.getByRole('button', { name: tryAgain, exact: true }));
  });

  it('a script that could not be loaded is tried again', async () => {
    const page = await openWithoutScript('de-AT');
    await page.getByRole('alert').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await context!.unroute(SCRIPT);
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await page.getByLabel('Dienste suchen').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('a host that fails at its start is told, too', async () => {
    context = await browser.newContext({ locale: 'de-AT', serviceWorkers: 'block' });
    await context.addInitScript(
      `Object.defineProperty(globalThis, 'indexedDB', { get() { throw new Error('Not here') } })`,
    );
    const { page } = await HostPage.open(context, platform.baseUrl);
    await expectShown(page.getByText('Die App konnte nicht gestartet werden.'));
  });

  it('another language is chosen at once, for mini-apps, mails and the next start', async () => {
    const email = `ada-${Date.now()}@example.com`;
    const host = await open('en', 'settings');
    await host.button(/^Language/).click();
    await host.button('Deutsch').click();
    await expectShown(host.heading('Einstellungen'));
    await expect.poll(() => host.page.title()).toBe('Einstellungen · Harbour');
    await host.page.reload();
    await expectShown(host.heading('Einstellungen'));
    await host.goTo(`miniapp/${PROMOS}`);
    await expectShown(host.miniApp.getByRole('heading', { name: 'Im Angebot' }));

    await host.goTo('sign-up');
    await host.page.getByLabel('Name', { exact: true }).fill('Ada');
    await host.page.getByLabel('E-Mail-Adresse').fill(email);
    await host.page.getByLabel('Passwort', { exact: true }).fill('correct horse battery');
    await host.button('Konto erstellen').click();
    await expectShown(host.heading('Sieh in deine Mails'));
    const { content } = await mailbox.nextTo(email);
    expect(content).toContain('<html lang="de"');
  });
});

async function isolate({ baseUrl, dataDir }: Platform, isolation: 'realm' | 'frame') {
  const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
  await createApiClient({ baseUrl, token }).setIsolation(PROMOS, isolation);
}

/** What the page says of itself, and the ground that it is drawn on. */
function lookOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[
    document.documentElement.lang,
    document.documentElement.dir,
    getComputedStyle(document.body).backgroundColor,
  ]`);
}

function pictureOf(locale: string, path: string, look: string): string {
  return join(PICTURES, `${locale}-${path.replaceAll('/', '-') || 'home'}-${look}.png`);
}

/** What reaches over the edge of the window, or is cut off where nobody said that it may be. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page');
    for (const element of document.querySelectorAll('main *, [role=main] *')) {
      const { left, right, width } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isText = element.childNodes.length > 0 && element.firstChild.nodeType === 3;
      if (!isText || width < 2 || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue;
      if (left < -1 || right > innerWidth + 1) found.push(element.textContent);
    }
    return found;
  })()`);
}
