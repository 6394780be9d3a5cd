import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import type { EngineName } from '../engines/Engine.types.ts';
import { engines } from '../engines/engines.ts';
import { createProgram } from '../engines/Program.ts';
import { createSummary } from '../report/createSummary.ts';
import { Transcript } from '../report/Transcript.ts';
import { ADAS_HOST } from '../testing/adasHost.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { builtPushHost } from '../testing/builtPushHost.ts';
import { TEST_ENGINES } from '../testing/testEngines.ts';
import type { Step } from './Step.types.ts';
import { openSteps, wireStep } from './wireSteps.ts';

describe.each(['ios', 'android'] as const)('a host with push on %s', (platform) => {
  let dir = '';
  let hostFile = '';
  beforeAll(async () => {
    dir = await builtFixture('orders', platform);
    hostFile = await builtPushHost(platform);
  }, BUILD_MS);
  afterAll(() => rm(dirname(hostFile), { recursive: true, force: true }));

  it.each(TEST_ENGINES)(
    'on %s: a push arrives, is listed, and its deep link opens a mini-app',
    async (engine) => {
      const { errors, texts } = await run(engine, platform, dir, hostFile, [
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
      ]);
      expect(errors).toEqual([]);
      expect(texts).not.toContain('1 unread');
    },
  );
});

async function run(
  engine: EngineName,
  platform: NativePlatform,
  dir: string,
  hostFile: string,
  steps: Step[],
) {
  const given = createProgram({ platform, miniApps: { orders: { dir, host: ADAS_HOST } } });
  const program = { ...given, hostFile };
  const wireSteps = [...openSteps(program), ...steps.map((step) => wireStep('orders', step))];
  const transcript = new Transcript();
  const ending = await engines[engine].run(program, wireSteps, transcript.add);
  const { errors } = createSummary({ engine, program, steps: wireSteps, transcript, ending });
  return { errors, texts: transcript.states['orders']?.texts ?? [] };
}
