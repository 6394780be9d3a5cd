import { chromium } from 'playwright-core';
import { ADMIN_TOKEN } from '@host/server/testing';
import { expect, inject, it } from 'vitest';

import { compareScroll, openPlainPage } from '../measureScroll.ts';
import { ConsolePage } from './ConsolePage.ts';
import { startConsole } from './startConsole.ts';

const CHROMIUM = inject('chromiumPath');
const COUNT = 10_000;

it.skipIf(CHROMIUM === undefined)(
  'ten thousand rows scroll at 60 frames a second, or what the machine has, as the browser’s own trace says',
  async () => {
    const { server, consoleUrl } = await startConsole({});
    // Traces of the shell without windows have no frames.
    const browser = await chromium.launch({ executablePath: CHROMIUM! });
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const items = Array.from({ length: COUNT }, (_, index) => ({
        topic: `topic-${index}`,
        subscribers: { devices: index, isExact: true },
      }));
      await context.route(/\/v1\/admin\/topics\?/, (route) => route.fulfill({ json: { items } }));
      const shown = await ConsolePage.signedIn(context, consoleUrl, {
        token: ADMIN_TOKEN,
        path: '/topics',
      });
      await shown.row('topic-49').waitFor();
      const list = { page: shown.page, offset: 'document.scrollingElement.scrollTop' };
      const plain = await openPlainPage(await context.newPage(), COUNT);
      const attempts = await compareScroll(list, plain);
      expect(attempts.at(-1)!.isSmooth, JSON.stringify(attempts)).toBe(true);
      expect(attempts.at(-1)!.list.distance).toBeGreaterThan(2000);
    } finally {
      await browser.close();
      await server.close();
    }
  },
);
