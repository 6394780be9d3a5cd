import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { builtFixtureHost } from '../testing/builtFixtureHost.ts';
import { runInHost } from '../testing/runInHost.ts';
import { TEST_ENGINES } from '../testing/testEngines.ts';

describe.each(['ios', 'android'] as const)('a host with push on %s', (platform) => {
  let dir = '';
  let hostFile = '';
  beforeAll(async () => {
    dir = await builtFixture('orders', platform);
    hostFile = await builtFixtureHost('push-host', platform);
  }, BUILD_MS);
  afterAll(() => rm(dirname(hostFile), { recursive: true, force: true }));

  it.each(TEST_ENGINES)(
    'on %s: a push arrives, is listed, and its deep link opens a mini-app',
    async (engine) => {
      const { errors, texts } = await runInHost({
        engine,
        platform,
        dir,
        hostFile,
        steps: [
          { waitForText: 'No notifications' },
          { expectText: 'Received: nothing' },
          { pause: 6000 },
          { waitForText: 'Received: Order 42' },
          { expectText: '1 unread' },
          { expectText: 'Now' },
          { expectText: 'Order 42' },
          { expectText: 'Is on its way' },
          { press: 'Order 42' },
          { waitForText: 'Opened com.example.orders {"orderId":"42"}' },
          { waitForText: 'Orders of Ada' },
        ],
      });
      expect(errors).toEqual([]);
      expect(texts).not.toContain('1 unread');
    },
  );

  it.each(TEST_ENGINES)('on %s: a local notification is planned for later', async (engine) => {
    const steps = [{ waitForText: 'Planned for later: 1' }];
    const { errors } = await runInHost({ engine, platform, dir, hostFile, steps });
    expect(errors).toEqual([]);
  });
});
