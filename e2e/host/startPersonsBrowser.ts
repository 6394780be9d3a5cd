import type { Page } from 'playwright-core';
import type { TestContext } from 'vitest';

import { startBrowser, workerTools } from '../push/startApp.ts';
import { HostPage } from './HostPage.ts';
import { saveScreenshots } from './saveScreenshots.ts';

/** A full browser with a persistent profile and the host in it, whose service worker receives pushes. */
export interface PersonsBrowser {
  open(path?: string): Promise<HostPage>;
  /** Opens the host where notifications are allowed, once it is connected to the gateway. */
  openAllowed(path?: string): Promise<HostPage>;
  /** Lets the host show notifications, as the person would when the browser asks. */
  allow(): Promise<void>;
  block(): Promise<void>;
  /** Delivers a push to the service worker, as the browser's push service would, whether a page is open or not. */
  push(payload: object): Promise<void>;
  /** Opens another tab in front of the host. */
  putBehind(host: HostPage): Promise<Page>;
  /** The next page that the browser opens by itself. */
  nextPage(): Promise<HostPage>;
  saveScreenshots(task: TestContext['task']): Promise<void>;
  stop(): Promise<void>;
}

const PHONE = { width: 390, height: 844 };

export async function startPersonsBrowser(
  chromiumPath: string,
  baseUrl: string,
  env: Record<string, string> = {},
): Promise<PersonsBrowser> {
  const browser = await startBrowser(chromiumPath, env);
  const { context } = browser;
  context.setDefaultTimeout(30_000);
  const { session, registered } = await workerTools(context);
  const pages = () => context.pages().filter((page) => page.url().startsWith(baseUrl));

  const allow = () => context.grantPermissions(['notifications'], { origin: baseUrl });
  async function open(path = ''): Promise<HostPage> {
    const page = await context.newPage();
    await page.setViewportSize(PHONE);
    const host = new HostPage(page, baseUrl);
    await host.goTo(path);
    return host;
  }

  return {
    allow,
    open,
    async openAllowed(path) {
      await allow();
      const page = await context.newPage();
      await page.setViewportSize(PHONE);
      const host = new HostPage(page, baseUrl);
      const greeted = untilGreeted(page);
      await host.goTo(path ?? '');
      await greeted;
      // Messages that are sent to a topic before the subscription are not delivered.
      while (!(await page.evaluate<boolean>(HAS_TOPICS))) await page.waitForTimeout(100);
      return host;
    },
    async block() {
      await session.send('Browser.setPermission', {
        permission: { name: 'notifications' },
        setting: 'denied',
        origin: baseUrl,
      });
    },
    async push(payload) {
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: baseUrl,
        registrationId: await registered,
        data: JSON.stringify(payload),
      });
    },
    async putBehind({ page }) {
      const front = await context.newPage();
      await front.bringToFront();
      await page.waitForFunction(`document.visibilityState === 'hidden'`, undefined, {
        polling: 100,
      });
      return front;
    },
    nextPage: async () => new HostPage(await context.waitForEvent('page'), baseUrl),
    async saveScreenshots(task) {
      if (task.result?.state !== 'fail') return;
      // A page in the background is not rendered, so it has no screenshot.
      for (const page of pages()) await page.bringToFront();
      await saveScreenshots({ pages }, task);
    },
    stop: () => browser.stop(),
  };
}

/** Waits for the gateway's hello message. */
function untilGreeted(page: Page): Promise<void> {
  return new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"hello"')) resolve();
      });
    });
  });
}

/** Whether the gateway has every subscription that the host wants. */
const HAS_TOPICS = `(async () => {
  const wait = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await wait(indexedDB.open('host-push'));
  const texts = database.transaction('texts').objectStore('texts');
  const topics = await wait(texts.getAll(IDBKeyRange.bound('topic/', 'topic/~')));
  database.close();
  return topics.length > 0 && topics.every((text) => JSON.parse(text).isDone);
})()`;
