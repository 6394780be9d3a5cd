import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readings } from '../../fixtures/reading-host/src/readings.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { builtFixtureHost } from '../testing/builtFixtureHost.ts';
import { runInHost } from '../testing/runInHost.ts';
import { TEST_ENGINES } from '../testing/testEngines.ts';

describe('the fields of the contracts', () => {
  let dir = '';
  let hostFile = '';
  beforeAll(async () => {
    dir = await builtFixture('orders', 'ios');
    hostFile = await builtFixtureHost('reading-host', 'ios');
  }, BUILD_MS);
  afterAll(() => rm(dirname(hostFile), { recursive: true, force: true }));

  it('are found, with those that take some of the texts alone', () => {
    const found = readings();
    expect(found).toMatchObject({ 'AccountRequest.email': expect.stringMatching(/^0+110+$/) });
    const choosy = Object.values(found).filter((marks) => /0/.test(marks) && /1/.test(marks));
    expect(choosy.length).toBeGreaterThan(50);
  });

  it.each(TEST_ENGINES)(
    'take the same texts on %s, in React Native, as on Node',
    async (engine) => {
      const options = { engine, platform: 'ios', dir, hostFile, steps: [] } as const;
      const { errors, texts } = await runInHost(options);
      expect(errors).toEqual([]);
      expect(JSON.parse(texts[0]!)).toEqual(readings());
    },
  );
});
