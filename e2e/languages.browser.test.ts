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
/** `PICTURES=folder` has more screens drawn, in every look, for somebody to look at. */
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
  },
  {
    locale: 'de-AT',
    dir: 'ltr',
    search: 'Dienste suchen',
    signUp: 'Konto erstellen',
    mini: 'Im Angebot',
  },
  {
    locale: 'es-ES',
    dir: 'ltr',
    search: 'Buscar servicios',
    signUp: 'Crear una cuenta',
    mini: 'En oferta',
  },
  { locale: 'ar-EG', dir: 'rtl', search: 'ابحث عن خدمة', signUp: 'إنشاء حساب', mini: 'العروض' },
  { locale: 'zh-CN', dir: 'ltr', search: '搜索服务', signUp: '创建账号', mini: '优惠' },
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
    async ({ locale, search }) => {
      const host = await open(locale, '', { viewport: DESKTOP, colorScheme: 'dark' });
      await host.page.getByLabel(search).first().waitFor();
      await host.page.getByText('Promos').first().waitFor();
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
      for (const { look, viewport, colorScheme } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        for (const path of MORE_SCREENS) {
          await page.goto(`${platform.baseUrl}/app/${path}`);
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await expect.poll(() => tooWide(page), { message: `${path} ${look}` }).toEqual([]);
          await page.screenshot({ path: pictureOf(locale, path, look) });
        }
      }
    },
    300_000,
  );

  it('mirrors what is drawn where writing goes from right to left', async () => {
    const host = await open('ar', 'settings');
    const back = (await host.button('رجوع').boundingBox())!;
    const title = (await host.heading('الإعدادات').boundingBox())!;
    expect(back.x).toBeGreaterThan(title.x + title.width - 1);
  });

  it.each(LANGUAGES)(
    'mini-apps speak $locale, too, in the page and in a frame',
    async (language) => {
      const { locale, dir, mini } = language;
      const host = await open(locale, `miniapp/${PROMOS}`);
      await expectShown(host.miniApp.getByRole('heading', { name: mini }));
      await host.page.screenshot({ path: pictureOf(locale, 'miniapp', 'phone-light') });
      await isolate(platform, 'frame');
      try {
        await host.page.reload();
        await expectShown(host.framedMiniApp.getByRole('heading', { name: mini }));
        const page = host.framedMiniApp.locator('html');
        expect([await page.getAttribute('lang'), await page.getAttribute('dir')]).toEqual([
          locale,
          dir,
        ]);
      } finally {
        await isolate(platform, 'realm');
      }
    },
  );

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
