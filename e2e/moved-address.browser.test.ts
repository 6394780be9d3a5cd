import { describe, expect, inject, it } from 'vitest';

import { HostPage } from './host/HostPage.ts';
import { startPlatform } from './host/startPlatform.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('headlessPath');
const PATIENCE_MS = 300_000;

describe.skipIf(CHROMIUM === undefined)('a platform that is started at another address', () => {
  it(
    'opens what was published at the one before',
    async () => {
      const browser = await launchBrowser(CHROMIUM!);
      const addresses: string[] = [];
      try {
        // Both have a copy of what one platform published: at least one of them is not at its address.
        for (let started = 0; started < 2; started++) {
          const platform = await startPlatform();
          addresses.push(platform.baseUrl);
          const context = await browser.newContext();
          context.setDefaultTimeout(30_000);
          const path = 'miniapp/com.example.promos';
          const host = await HostPage.open(context, platform.baseUrl, path);
          await host.miniApp.getByText('Coffee beans, two for one').waitFor();
          await context.close();
          await platform.stop();
        }
        expect(addresses[0]).not.toBe(addresses[1]);
      } finally {
        await browser.close();
      }
    },
    PATIENCE_MS,
  );
});
