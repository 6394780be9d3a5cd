import { beforeAll, describe, expect, it } from 'vitest';

import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { EVERYWHERE } from '../testing/everywhere.ts';
import { runScenario } from './runScenario.ts';

describe.each(EVERYWHERE)('on %s for %s, a library', (engine, platform) => {
  let dir = '';
  beforeAll(async () => {
    dir = await builtFixture('libraries', platform);
  }, BUILD_MS);

  it('runs as it is published: compiled by another tool, or in syntax that phones do not know', async () => {
    const { errors, texts } = await runScenario({ dir, platform, engine, steps: [] });
    expect(errors).toEqual([]);
    expect(texts).toEqual(['from a library', 'Counter 1 true']);
  });
});
