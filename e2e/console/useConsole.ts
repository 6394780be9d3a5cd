import { ADMIN_TOKEN } from '@host/server/testing';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { saveScreenshots } from '../host/saveScreenshots.ts';
import { launchBrowser } from '../launchBrowser.ts';
import { ConsolePage } from './ConsolePage.ts';
import { type ConsoleOptions, type ConsoleServer, startConsole } from './startConsole.ts';

interface UseConsoleOptions extends ConsoleOptions {
  /** Starts what the server depends on, before the server. */
  prepare?: () => Promise<ConsoleOptions>;
  /** Fills the server with data before the first test. */
  fill?: (started: ConsoleServer) => Promise<unknown>;
  viewport?: { width: number; height: number };
}

/** The fixture that the tests of a file share. */
interface UsedConsole extends ConsoleServer {
  context: BrowserContext;
  /** Opens a page of the console in the context of the test, signed in. */
  open(path?: string, token?: string): Promise<ConsolePage>;
}

/** One server and one browser for all tests of a suite, and a context for each test. */
export function useConsole(chromiumPath: string | undefined, options: UseConsoleOptions = {}) {
  const { prepare, fill, viewport = { width: 1280, height: 900 }, ...rest } = options;
  const used = {
    open: (path = '/', token = ADMIN_TOKEN) =>
      ConsolePage.signedIn(used.context, used.consoleUrl, { token, path }),
  } as UsedConsole;
  let browser: Browser | undefined;
  beforeAll(async () => {
    Object.assign(used, await startConsole({ ...rest, ...(await prepare?.()) }));
    await fill?.(used);
    browser = await launchBrowser(chromiumPath!);
  });
  afterAll(async () => {
    await browser?.close();
    await used.server?.close();
  });
  beforeEach(async () => {
    used.context = await browser!.newContext({ viewport, colorScheme: 'light' });
    used.context.setDefaultTimeout(30_000);
  });
  afterEach(async ({ task }) => {
    await saveScreenshots(used.context, task);
    await used.context.close();
  });
  return used;
}
