import { framePage } from '@host/host-runtime/frame-page';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { launchBrowser } from '../launchBrowser.ts';
import { buildPage } from './buildPage.ts';
import { type TestRegistry, startRegistry } from './startRegistry.ts';

/** The settings of the host in a test. */
export interface HostSettings {
  apps?: string[];
  isolation?: 'realm' | 'frame';
  user?: string;
  consent?: 'no';
  hostVersion?: string;
  params?: object;
  limits?: object;
  keys?: object;
  /** Registers a service worker, and waits until it is active. */
  worker?: 'yes';
}

/** A browser, and a registry with fault injection. */
export interface TestBed {
  registry: TestRegistry;
  browser: Browser;
  /** A page with the host in it, and a browser profile of its own unless one is given. */
  open(settings: HostSettings, context?: BrowserContext): Promise<Page>;
  /** Closes all pages, which would otherwise keep running and use CPU, and resets the registry. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestBed(executablePath: string): Promise<TestBed> {
  const files = await buildPage();
  files.set('frame.html', Buffer.from(framePage()));
  const registry = await startRegistry(files);
  const browser = await launchBrowser(executablePath);
  return {
    registry,
    browser,
    async open(settings, context) {
      const own =
        context ?? (await browser.newContext({ viewport: { width: 1000, height: 1800 } }));
      const page = await own.newPage();
      await page.goto(addressOf(registry.origin, settings));
      await page.evaluate('test.started');
      return page;
    },
    async reset() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      registry.reset();
    },
    async close() {
      await browser.close();
      await registry.close();
    },
  };
}

export function addressOf(origin: string, settings: HostSettings): string {
  const { apps = [], params, limits, keys, ...texts } = settings;
  const query = new URLSearchParams({
    ...texts,
    apps: apps.join(','),
    ...(params && { params: JSON.stringify(params) }),
    ...(limits && { limits: JSON.stringify(limits) }),
    ...(keys && { keys: JSON.stringify(keys) }),
  });
  return `${origin}/app?${query.toString()}`;
}
