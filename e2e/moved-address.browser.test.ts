import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, inject, it } from 'vitest';

import { HostPage } from './host/HostPage.ts';
import { startEmptyPlatform } from './host/startPlatform.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('chromiumPath');
const PATIENCE_MS = 300_000;

describe.skipIf(CHROMIUM === undefined)('a platform that is started at another address', () => {
  it(
    'opens what was published at the one before',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'host-moved-'));
      const browser = await launchBrowser(CHROMIUM!);
      const open = async () => {
        const platform = await startEmptyPlatform({ DATA_DIR: dataDir });
        const context = await browser.newContext();
        context.setDefaultTimeout(30_000);
        const path = 'miniapp/com.example.promos';
        const host = await HostPage.open(context, platform.baseUrl, path);
        await host.miniApp.getByText('Coffee beans, two for one').waitFor();
        await context.close();
        await platform.stop();
        return platform;
      };
      try {
        const before = await open();
        expect(before.said).toContain('publishing Promos');
        const after = await open();
        expect(after.baseUrl).not.toBe(before.baseUrl);
        // Otherwise it would show what was published just now.
        expect(after.said).not.toContain('publishing Promos');
      } finally {
        await browser.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    PATIENCE_MS,
  );
});
