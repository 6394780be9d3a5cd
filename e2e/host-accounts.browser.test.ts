import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { createApiClient } from '@host/api-client';
import { type Mailbox, startMailbox } from '@host/server/testing';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { axeViolations } from './axeViolations.ts';
import { HostPage, expectShown } from './host/HostPage.ts';
import { saveScreenshots } from './host/saveScreenshots.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('headlessPath');
const ORDERS = 'com.example.orders';
const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'four other long words';

describe.skipIf(CHROMIUM === undefined)('the account pages of the host', () => {
  let mailbox: Mailbox;
  let platform: Platform;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    mailbox = await startMailbox();
    platform = await startPlatform({
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      MAIL_FROM: 'Host <no-reply@host.example>',
    });
    browser = await launchBrowser(CHROMIUM!);
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    await mailbox?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    context.setDefaultTimeout(30_000);
  });
  afterEach(async ({ task }) => {
    await saveScreenshots(context, task);
    await context.close();
  });

  const open = (path: string) => HostPage.open(context, platform.baseUrl, path);
  /** The path below the host of the link in the next mail to an address. */
  const mailedLink = async (email: string) => {
    const { content } = await mailbox.nextTo(email);
    const [, path] = /\/app\/([a-z-]+#hal_[\w-]{43})/.exec(content) ?? [];
    if (path === undefined) throw new Error(`There is no link in: ${content}`);
    return path;
  };
  const newEmail = (name: string) => `${name}-${Date.now()}@example.com`;
  /** Of the screen in front: those below it are still in the page. */
  const field = (host: HostPage, label: string) =>
    host.page.getByLabel(label, { exact: true }).filter({ visible: true });
  const hasNoBarrier = async (host: HostPage) => {
    const violations = () => axeViolations(host.page);
    await expect.poll(violations, { timeout: 15_000, interval: 500 }).toEqual([]);
  };

  /** Publishes what Orders consists of as a version that asks for the e-mail address, too. */
  async function releaseOrdersWithEmail(): Promise<void> {
    const token = (await readFile(join(platform.dataDir, 'admin-token'), 'utf8')).trim();
    const client = createApiClient({ baseUrl: platform.baseUrl, token });
    const [latest] = (await client.listVersions(ORDERS)).items;
    const { name, version: from, permissions, minHostVersion, platforms } = latest!;
    const version = '99.0.0';
    const digests: Record<string, string> = {};
    for (const file of ['mf-manifest.json', 'ios.zip', 'android.zip', 'web.zip'] as const) {
      const body = await buffer(await client.fetchArtifact(ORDERS, from, file));
      const sha256 = createHash('sha256').update(body).digest('hex');
      await client.uploadArtifact({
        appId: ORDERS,
        version,
        file,
        body,
        size: body.length,
        sha256,
      });
    }
    for (const [each, artifact] of Object.entries(platforms)) digests[each] = artifact!.sha256;
    const folder = `${platform.baseUrl}/cdn/mini-apps/${ORDERS}/${version}`;
    await client.registerVersion({
      appId: ORDERS,
      name,
      version,
      manifestUrl: `${folder}/mf-manifest.json`,
      bundleZipUrl: `${folder}/\${platform}.zip`,
      permissions: [...permissions, 'email'],
      minHostVersion,
      digests,
    });
    await client.releaseVersion(ORDERS, version, { percentage: 100 });
  }

  /** What has the focus, by its name, and the ring that the browser draws around it: `auto` is drawn whatever its width. */
  const focused = (host: HostPage) =>
    host.page.evaluate<{ name: string; ring: string }>(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      const isDrawn = outlineStyle === 'auto' || (outlineStyle !== 'none' && outlineWidth !== '0px');
      return {
        name: document.activeElement.getAttribute('aria-label'),
        ring: isDrawn ? outlineStyle + ' ' + outlineWidth : 'none',
      };
    })()`);

  /** Makes an account as a person does, and ends signed in. */
  async function makeAccount(name: string, email: string): Promise<HostPage> {
    const host = await open('sign-up');
    await host.signUp(name, email);
    await host.heading('Look into your mail').waitFor();
    await host.goTo(await mailedLink(email));
    await field(host, 'Password').fill(PASSWORD);
    await host.button('Confirm').click();
    await host.heading(new RegExp(`, ${name}$`)).waitFor();
    return host;
  }

  async function signIn(host: HostPage, email: string, password: string): Promise<void> {
    await field(host, 'E-mail address').fill(email);
    await field(host, 'Password').fill(password);
    await host.button('Sign in').click();
  }

  it('make an account, and replace a forgotten password, by the links in mails', async () => {
    const email = newEmail('ada');
    const host = await makeAccount('Ada', email);
    await host.goTo('settings');
    await host.page.getByText(email, { exact: true }).waitFor();
    // Its link has verified the address.
    await host.button('Change e-mail address').waitFor();
    expect(await host.button('Verify my address').count()).toBe(0);
    await host.button('Sign out').click();
    await host.button('Sign in').click();
    await host.button('Forgot password?').click();
    await host.button('Send the link').click();
    await expectShown(host.page.getByText('Enter an e-mail address, for example'));
    await hasNoBarrier(host);
    await field(host, 'E-mail address').fill(email);
    await host.page.keyboard.press('Enter');
    await host.heading('Look into your mail').waitFor();
    expect(await focused(host)).toEqual({ name: 'Look into your mail', ring: 'none' });

    await host.goTo(await mailedLink(email));
    expect(host.path()).toBe('reset-password');
    await field(host, 'New password').fill('short');
    await host.button('Change password').click();
    await expectShown(host.page.getByRole('alert').getByText('A password has at least'));
    await hasNoBarrier(host);
    await field(host, 'New password').fill(NEW_PASSWORD);
    await host.button('Change password').click();
    await host.heading('Your password is changed').waitFor();
    await hasNoBarrier(host);

    await host.button('Sign in').click();
    await signIn(host, email, PASSWORD);
    await host.page.getByText('The address or the password is wrong.').waitFor();
    await signIn(host, email, NEW_PASSWORD);
    await expectShown(host.heading(/, Ada$/));
  });

  it('say that a link was used, offer another, and take it while they are open', async () => {
    const email = newEmail('joan');
    await makeAccount('Joan', email);
    const host = await open('forgot-password');
    const ask = async () => {
      await field(host, 'E-mail address').fill(email);
      await host.button('Send the link').click();
      return mailedLink(email);
    };
    const change = async (password: string) => {
      await field(host, 'New password').fill(password);
      await host.button('Change password').click();
    };
    const used = await ask();
    await host.goTo(used);
    await change(NEW_PASSWORD);
    await host.heading('Your password is changed').waitFor();
    // The mail that says so has no secret.
    await mailbox.nextTo(email);

    await host.page.reload();
    await host.heading('The link is not whole').waitFor();
    // The page is open at that address: a browser changes nothing but what is behind the #.
    await host.goTo(used);
    await change(NEW_PASSWORD);
    await host.heading('This link no longer works').waitFor();
    await expectShown(host.page.getByText('Links work once and for a limited time: get a new one'));
    expect(host.path()).toBe('reset-password');
    await hasNoBarrier(host);
    await host.button('Ask for a new link').click();
    const fresh = await ask();
    await host.goTo(fresh);
    await change(PASSWORD);
    await expectShown(host.heading('Your password is changed'));
  });

  it('change the password, which signs out everywhere else', async () => {
    const email = newEmail('mary');
    const host = await makeAccount('Mary', email);
    const elsewhere = await HostPage.open(await browser.newContext(), platform.baseUrl, 'sign-in');
    await signIn(elsewhere, email, PASSWORD);
    await elsewhere.heading(/, Mary$/).waitFor();
    await host.goTo('settings');
    await host.button('Change password').click();
    expect(host.path()).toBe('settings/password');
    await host.button('Change password').click();
    await expectShown(host.page.getByRole('alert').getByText('Enter your password.'));
    await hasNoBarrier(host);
    await field(host, 'Current password').fill('not the right one');
    await field(host, 'New password').fill(NEW_PASSWORD);
    await host.page.keyboard.press('Enter');
    await host.page.getByText('This is not the password of the account.').waitFor();
    await field(host, 'Current password').fill(PASSWORD);
    await host.page.keyboard.press('Enter');
    await host.heading('Your password is changed').waitFor();
    expect(await focused(host)).toEqual({ name: 'Your password is changed', ring: 'none' });
    await hasNoBarrier(host);
    await host.button('Settings').click();
    await expectShown(host.page.getByText(email, { exact: true }));

    await elsewhere.goTo('settings/sessions');
    await elsewhere.heading('Sign in first').waitFor();
    await elsewhere.button('Sign in').click();
    await signIn(elsewhere, email, NEW_PASSWORD);
    await expectShown(elsewhere.heading('Where you are signed in'));
    await elsewhere.page.context().close();
  });

  it('move no button away from under a finger once they know whether mail is sent', async () => {
    const email = newEmail('rosa');
    const host = await makeAccount('Rosa', email);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await host.page.route('**/v1/config', async (route) => {
      await answered;
      await route.continue();
    });
    await host.goTo('settings');
    await host.page.getByText(email, { exact: true }).waitFor();
    await expectShown(host.page.getByRole('progressbar', { name: 'Loading' }).first());
    expect(await host.button('Where you are signed in').count()).toBe(0);
    answer();
    await host.button('Where you are signed in').click();
    await expectShown(host.heading('Where you are signed in'));
  });

  it('list where somebody is signed in, and sign them out there', async () => {
    const email = newEmail('emmy');
    const host = await makeAccount('Emmy', email);
    const places = [];
    for (const agent of ['Firefox/140.0', 'Chrome/150.0.0.0', 'Edg/150.0.0.0']) {
      const userAgent = `Mozilla/5.0 (Windows NT 10.0) ${agent}`;
      const own = await browser.newContext({ userAgent });
      const place = await HostPage.open(own, platform.baseUrl, 'sign-in');
      await signIn(place, email, PASSWORD);
      await place.heading(/, Emmy$/).waitFor();
      places.push(place);
    }
    const [firefox, chrome, edge] = places as [HostPage, HostPage, HostPage];
    // A server that does not answer, and then does.
    await host.goTo('settings');
    await host.untilOfflineReady();
    await expectShown(host.button('Where you are signed in'));
    await host.page.context().setOffline(true);
    await host.button('Where you are signed in').click();
    await host.page.getByText('Your sessions could not be loaded.').waitFor();
    await hasNoBarrier(host);
    await host.page.context().setOffline(false);
    await host.button('Try again').click();

    const others = host.page.getByRole('list', { name: 'Other sessions' }).getByRole('listitem');
    await expect.poll(() => others.count()).toBe(3);
    await expectShown(host.page.getByText(/^This one\. Signed in /));
    await hasNoBarrier(host);
    const ofFirefox = others.filter({ hasText: 'Firefox on Windows' });
    await ofFirefox.getByRole('button', { name: 'Sign out' }).focus();
    await host.page.keyboard.press('Enter');
    await host.page.getByText('Firefox on Windows is signed out.').waitFor();
    await expect.poll(() => others.count()).toBe(2);
    await firefox.goTo('settings/sessions');
    await firefox.heading('Sign in first').waitFor();

    await host.button('Sign out everywhere else').click();
    await host.page.getByText('You are signed in nowhere else.').waitFor();
    await hasNoBarrier(host);
    for (const place of [chrome, edge]) {
      await place.goTo('settings/sessions');
      await place.heading('Sign in first').waitFor();
    }
    await host.goTo('settings');
    await expectShown(host.page.getByText(email, { exact: true }));
    for (const place of places) await place.page.context().close();
  });

  it('say which address a mini-app is given before somebody agrees', async () => {
    await releaseOrdersWithEmail();
    const email = newEmail('hedy');
    const host = await makeAccount('Hedy', email);
    await host.goTo(`miniapp/${ORDERS}`);
    await host.framedMiniApp.getByRole('button', { name: 'Continue' }).click();
    await host.button('Continue as Hedy').click();
    await host.heading('Orders would like to know your e-mail address').waitFor();
    await expectShown(host.page.getByText(`Orders is given ${email}.`));
    await hasNoBarrier(host);
    await host.button('Allow').click();
    await expectShown(host.framedMiniApp.getByText('Espresso machine'));
  });

  it('change the e-mail address by a link to the new one, and tell the old one', async () => {
    const [email, next] = [newEmail('grace'), newEmail('hopper')];
    const host = await makeAccount('Grace', email);
    await host.goTo('settings');
    await host.button('Change e-mail address').click();
    expect(host.path()).toBe('settings/email');
    await field(host, 'New e-mail address').fill(next);
    await field(host, 'Password').fill('not the right one');
    await host.button('Send the link').click();
    await host.page.getByText('This is not the password of the account.').waitFor();
    await hasNoBarrier(host);
    await field(host, 'Password').fill(PASSWORD);
    await host.page.keyboard.press('Enter');
    await host.heading('Look into your mail').waitFor();

    const link = await mailedLink(next);
    const stranger = await HostPage.open(await browser.newContext(), platform.baseUrl, link);
    await stranger.heading('Sign in first').waitFor();
    await stranger.page.context().close();
    await host.goTo(link);
    await host.button('Verify').click();
    await host.heading('Your address is verified').waitFor();
    await expectShown(host.page.getByText(`${next} is yours`));
    expect((await mailbox.nextTo(email)).head).toContain('was changed');
    await host.button('Settings').click();
    await expectShown(host.page.getByText(next, { exact: true }));

    await host.goTo(link);
    await host.button('Verify').click();
    await host.heading('This link no longer works').waitFor();
    await expectShown(host.button('Change e-mail address'));
  });
});
