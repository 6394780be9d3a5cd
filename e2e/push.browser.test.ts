import type { IssuedServerKey } from '@host/contracts';
import { SERVER_KEY } from '@host/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { type ListeningServer, startServer } from './api-client/startServer.ts';
import { axeViolations } from './axeViolations.ts';
import { type App, startApp } from './push/startApp.ts';
import { type Desktop, startDesktop } from './push/startDesktop.ts';

const CHROMIUM = inject('chromiumPath');
const DBUS = inject('dbusPath');
const PATIENT = { timeout: 30_000, interval: 50 };

let listening: ListeningServer;
let app: App;
let desktop: Desktop | undefined;
let serverKey: string;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  listening = await startServer();
  const body = { name: 'shop', scopes: ['send'] };
  const issued = await listening.server.post('/v1/admin/server-keys', body);
  serverKey = issued.json<IssuedServerKey>().key;
  desktop = DBUS === undefined ? undefined : await startDesktop(DBUS);
  const gatewayOrigin = listening.origin;
  app = await startApp({ chromiumPath: CHROMIUM, gatewayOrigin, env: desktop?.env ?? {} });
});
afterAll(async () => {
  await app?.stop();
  desktop?.stop();
  await listening?.server.close();
});

/** What the page was told. */
const told = (page: Page): Promise<string[]> => page.evaluate('told');
const state = (page: Page) => page.getByTestId('state').textContent();

/** Opens the app with the permission, registered and connected. */
async function openApp(): Promise<Page> {
  await app.context.grantPermissions(['notifications'], { origin: new URL(app.url).origin });
  const page = await app.open();
  await vi.waitFor(async () => expect(await state(page)).toContain('hgt_'), PATIENT);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  return page;
}

async function send(page: Page, more: object): Promise<void> {
  // A page that was loaded again has no token until it has read it.
  await vi.waitFor(async () => expect(await state(page)).toContain('hgt_'), PATIENT);
  const to: string = await page.evaluate('push.device.get().token');
  const answer = await listening.server.app.inject({
    method: 'POST',
    url: '/fcm/send',
    headers: { authorization: `key=${serverKey}` },
    payload: { to, ...more },
  });
  expect(answer.json()).toMatchObject({ success: 1 });
}

/** Deletes a notification: once it is off the list, it stays deleted for the next test, which has the same storage. */
async function remove(page: Page, title: string): Promise<void> {
  const button = page.getByRole('button', { name: `Delete: ${title}` });
  await button.click();
  await button.waitFor({ state: 'detached' });
}

let lastId = 900_000_000;
const pushed = (title: string, more: object = {}) => ({
  id: String(++lastId),
  notification: { title, body: 'Body', ...more },
  data: { deepLink: `acme://order/${title}` },
});

describe.skipIf(CHROMIUM === undefined)('the provider alone', () => {
  it('starts push at the server that the page is from, which registers and receives', async () => {
    // What it keeps is not for the app of the other tests, which is of the same origin.
    const context = await app.context.browser()!.newContext();
    await context.grantPermissions(['notifications'], { origin: new URL(app.url).origin });
    const page = await context.newPage();
    await page.goto(`${new URL(app.url).origin}/alone/`);
    await vi.waitFor(async () => expect(await state(page)).toMatch(/^true hgt_/), PATIENT);
    const [, to] = (await state(page))!.split(' ');
    const answer = await listening.server.app.inject({
      method: 'POST',
      url: '/fcm/send',
      headers: { authorization: `key=${serverKey}` },
      payload: { to, notification: { title: 'Hello', body: 'Alone' } },
    });
    expect(answer.json()).toMatchObject({ success: 1 });
    await vi.waitFor(async () => expect(await told(page)).toEqual(['Hello']), PATIENT);
    await context.close();
  });
});

describe.skipIf(CHROMIUM === undefined)('push in a browser', () => {
  it('asks nobody before the person does something, then registers and has a token', async () => {
    const page = await app.open();
    await vi.waitFor(
      async () => expect(await state(page)).toBe('not-determined false none 0'),
      PATIENT,
    );
    await app.context.grantPermissions(['notifications'], { origin: new URL(app.url).origin });
    await page.getByRole('button', { name: 'Allow' }).click();
    await vi.waitFor(async () => expect(await state(page)).toMatch(/^granted true hgt_/), PATIENT);
    await page.close();
  });

  it('a push over the live connection is told, listed by day, read by a press and deleted by its button', async () => {
    const page = await openApp();
    await send(page, { notification: { title: 'Live', body: 'Now' } });
    await vi.waitFor(async () => expect(await told(page)).toContain('received Live'), PATIENT);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await state(page)).toMatch(/ 1$/);
    await page.getByRole('button', { name: /^Live .*New/ }).click();
    await vi.waitFor(async () => expect(await state(page)).toMatch(/ 0$/), PATIENT);
    await remove(page, 'Live');
    await page.getByText('No notifications').waitFor();
    await page.close();
  });

  it('A foreground message is never dropped because no handler is set', async () => {
    const page = await openApp();
    await page.evaluate(`location.hash = '#silent'`);
    await page.reload();
    await page.getByText('No notifications').waitFor();
    await send(page, { notification: { title: 'Unheard', body: 'Now' } });
    await page.getByRole('button', { name: /^Unheard .*New/ }).waitFor();
    expect(await told(page)).not.toContain('received Unheard');
    await remove(page, 'Unheard');
    await page.close();
  });

  it('what arrived and what was scheduled is there after a reload', async () => {
    const page = await openApp();
    await send(page, { notification: { title: 'Kept', body: 'Now' } });
    await page.getByRole('button', { name: /^Kept .*New/ }).waitFor();
    await page.evaluate(
      `schedule({ title: 'Tea', body: 'Ready', scheduledAt: Date.now() + 3600000, repeatType: 'day' })`,
    );
    await page.reload();
    await page.getByRole('button', { name: /^Kept .*New/ }).waitFor();
    expect(await page.evaluate('push.pending().then((all) => all.length)')).toBe(1);
    await page.evaluate('push.cancelWhere(() => true)');
    await remove(page, 'Kept');
    await page.close();
  });

  it('a local notification that falls due while the page is open is told', async () => {
    const page = await openApp();
    await page.evaluate(`schedule({ title: 'Soon', body: 'Now', scheduledAt: Date.now() + 300 })`);
    await vi.waitFor(async () => expect(await told(page)).toContain('received Soon'), PATIENT);
    await remove(page, 'Soon');
    await page.close();
  });

  it('a push to the service worker is for the page in front, and on no screen besides', async () => {
    const page = await openApp();
    const before = desktop?.shown().length ?? 0;
    await app.push(pushed('Front'));
    await vi.waitFor(async () => expect(await told(page)).toContain('received Front'), PATIENT);
    expect(await onScreen(page)).toEqual([]);
    expect(desktop?.shown().length ?? 0).toBe(before);
    await remove(page, 'Front');
    await page.close();
  });

  it('the same tag replaces in the foreground too', async () => {
    const page = await openApp();
    await app.push(pushed('Tag 1', { tag: 'front' }));
    await page.getByRole('button', { name: /^Tag 1 .*New/ }).waitFor();
    await app.push(pushed('Tag 2', { tag: 'front' }));
    await page.getByRole('button', { name: /^Tag 2 .*New/ }).waitFor();
    const replaced = page.getByRole('button', { name: /^Tag 1 .*New/ });
    await vi.waitFor(async () => expect(await replaced.count()).toBe(0), PATIENT);
    await remove(page, 'Tag 2');
    await page.close();
  });

  it('a topic that was subscribed to without a network is there once there is one', async () => {
    const page = await openApp();
    await app.context.setOffline(true);
    await page.evaluate(`pushService.subscribeToTopic('later')`);
    await app.context.setOffline(false);
    const sendToTopic = () =>
      listening.server.app.inject({
        method: 'POST',
        url: '/fcm/send',
        headers: { authorization: `key=${serverKey}` },
        payload: { to: '/topics/later', notification: { title: 'Topic', tag: 'topic' } },
      });
    // Sent again until the subscription is there: what was sent before it is for nobody.
    await vi.waitFor(
      async () => {
        await sendToTopic();
        expect(await told(page)).toContain('received Topic');
      },
      { ...PATIENT, interval: 1000 },
    );
    await page.evaluate(`pushService.unsubscribeFromTopic('later')`);
    await page.evaluate('push.center.markAllAsRead()');
    await remove(page, 'Topic');
    await page.close();
  });

  it('a gateway of another origin works for pages that it lets in', async () => {
    const origin = new URL(app.url).origin;
    const elsewhere = await startServer({ config: { hostOrigins: [origin] } });
    const context = await app.context.browser()!.newContext({ permissions: ['notifications'] });
    const page = await context.newPage();
    await page.goto(`${app.url}?gateway=${elsewhere.origin}`);
    await vi.waitFor(async () => expect(await state(page)).toContain('hgt_'), PATIENT);
    await page.evaluate(`pushService.subscribeToTopic('news')`);
    await page.evaluate(`pushService.unsubscribeFromTopic('news')`);
    const answer = await elsewhere.server.app.inject({
      method: 'POST',
      url: '/fcm/send',
      headers: { authorization: `key=${SERVER_KEY}` },
      payload: {
        to: await page.evaluate('push.device.get().token'),
        notification: { title: 'Afar' },
      },
    });
    expect(answer.json()).toMatchObject({ success: 1 });
    await vi.waitFor(async () => expect(await told(page)).toContain('received Afar'), PATIENT);
    await context.close();
    await elsewhere.server.close();
  });

  it('a push that comes twice, by both ways, is in the center once', async () => {
    const page = await openApp();
    const payload = pushed('Twice');
    await app.push(payload);
    await app.push(payload);
    await vi.waitFor(async () => expect(await told(page)).toContain('received Twice'), PATIENT);
    await page.getByRole('button', { name: /^Twice .*New/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Twice .*New/ }).count()).toBe(1);
    await remove(page, 'Twice');
    await page.close();
  });
});

describe.skipIf(CHROMIUM === undefined)('the list of notifications', () => {
  it('can be used by everybody: axe finds nothing to complain about', async () => {
    const page = await openApp();
    await send(page, { notification: { title: 'Seen', body: 'Before' } });
    await send(page, { notification: { title: 'Fresh', body: 'Now' } });
    await page.getByRole('button', { name: /^Seen .*New/ }).click();
    await page.getByRole('button', { name: /^Fresh .*New/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    for (const title of ['Seen', 'Fresh']) {
      await remove(page, title);
    }
    await page.getByText('No notifications').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.close();
  });
});

describe.skipIf(CHROMIUM === undefined || DBUS === undefined)(
  'a tap on a notification of a browser',
  () => {
    it('while the app is in the background is told as opened and follows the link', async () => {
      const page = await openApp();
      await page.evaluate(
        `push.createCategory('order', [{ id: 'accept', title: 'Accept' }, { id: 'reject', title: 'Reject', destructive: true }])`,
      );
      const other = await sendToBack(page);
      await app.push(pushed('Back'));
      await shows('Back');
      desktop!.tap('Back');
      await vi.waitFor(
        async () => expect(await told(page)).toEqual(['opened Back', 'order Back']),
        PATIENT,
      );
      await other.close();
      await page.close();
    });

    it('on a button is told as that action, in the background', async () => {
      const page = await openApp();
      const other = await sendToBack(page);
      await app.push(pushed('Buttons', { click_action: 'order' }));
      expect((await shows('Buttons')).buttons).toEqual(['Accept', 'Reject']);
      desktop!.tap('Buttons', 1);
      await vi.waitFor(async () => expect(await told(page)).toEqual(['reject Buttons']), PATIENT);
      await other.close();
      await page.close();
    });

    it('A message with both `notification` and `data` is displayed once, by the page or by the worker', async () => {
      const page = await openApp();
      const other = await sendToBack(page);
      const both = pushed('Once');
      await app.push(both);
      await app.push(both);
      await shows('Once');
      await page.getByRole('button', { name: /^Once .*New/ }).waitFor({ state: 'attached' });
      expect(desktop!.shown().filter(({ title }) => title === 'Once')).toHaveLength(1);
      await page.bringToFront();
      await remove(page, 'Once');
      await vi.waitFor(() => expect(titlesShown()).not.toContain('Once'), PATIENT);
      await other.close();
      await page.close();
    });

    it('in the foreground is told as opened', async () => {
      const page = await openApp();
      await page.evaluate(`navigator.serviceWorker.ready.then((registration) =>
        registration.showNotification('Front', { tag: 'front', data: { shown: { id: 'front-1', title: 'Front', body: '', data: {} } } }))`);
      await shows('Front');
      desktop!.tap('Front');
      await vi.waitFor(async () => expect(await told(page)).toEqual(['opened Front']), PATIENT);
      await page.close();
    });

    it('while the app is closed starts it, is told as initial once, and not at the next launch', async () => {
      await closeApp();
      await app.push(pushed('Cold'));
      await shows('Cold');
      const opening = app.context.waitForEvent('page');
      desktop!.tap('Cold');
      const page = await opening;
      await vi.waitFor(
        async () => expect(await told(page)).toEqual(['initial Cold', 'order Cold']),
        PATIENT,
      );
      await page.getByText('Cold', { exact: true }).waitFor();
      await page.reload();
      await vi.waitFor(async () => expect(await state(page)).toContain('hgt_'), PATIENT);
      expect(await told(page)).toEqual([]);
      await page.close();
    });

    it('on a button while the app is closed starts it and is told as that action', async () => {
      await closeApp();
      await app.push(pushed('ColdButton', { click_action: 'order' }));
      await shows('ColdButton');
      const opening = app.context.waitForEvent('page');
      desktop!.tap('ColdButton', 0);
      const page = await opening;
      await vi.waitFor(
        async () => expect(await told(page)).toEqual(['accept ColdButton']),
        PATIENT,
      );
      await page.close();
    });

    it('the same tag replaces the one on the screen', async () => {
      await closeApp();
      await app.push(pushed('Score 1', { tag: 'score' }));
      await shows('Score 1');
      await app.push(pushed('Score 2', { tag: 'score' }));
      await shows('Score 2');
      expect(desktop!.shown().map(({ title }) => title)).not.toContain('Score 1');
    });
  },
);

const titlesShown = () => desktop!.shown().map(({ title }) => title);

async function shows(title: string) {
  return vi.waitFor(() => {
    const found = desktop!.shown().find((each) => each.title === title);
    expect(found).toBeDefined();
    return found!;
  }, PATIENT);
}

function onScreen(page: Page) {
  return page.evaluate(
    `navigator.serviceWorker.ready.then((registration) => registration.getNotifications()).then((all) => all.map(({ title }) => title))`,
  );
}

async function closeApp(): Promise<void> {
  for (const page of app.context.pages()) if (page.url().startsWith(app.url)) await page.close();
}

/** Puts another tab in front: the browser itself says then that the page cannot be seen. */
async function sendToBack(page: Page): Promise<Page> {
  const other = await app.context.newPage();
  await other.bringToFront();
  await page.waitForFunction(`document.visibilityState === 'hidden'`, undefined, { polling: 100 });
  return other;
}
