import { beforeAll, describe, expect, it } from 'vitest';

import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { EVERYWHERE } from '../testing/everywhere.ts';
import { runScenario } from './runScenario.ts';

describe.each(EVERYWHERE)('on %s, React Native for %s', (engine, platform) => {
  let dir = '';
  beforeAll(async () => {
    dir = await builtFixture('components', platform);
  }, BUILD_MS);

  it('is told its size, ends its animations, and renders a long list to its end', async () => {
    const { ok, texts } = await runScenario({ dir, platform, engine, steps: [{ pause: 2000 }] });
    expect(ok).toBe(true);
    expect(texts).toContain(`${platform}, 390 wide, laid out 390 wide`);
    expect(texts).toContain('It has faded');
    expect(texts).toContain('Row 99');
  });

  it('shares the packages with native views: their insets are those of the host’s navigation', async () => {
    const shared = await builtFixture('safe-area', platform);
    const { errors, texts } = await runScenario({ dir: shared, platform, engine, steps: [] });
    expect(errors).toEqual([]);
    expect(texts).toEqual(['The top is 47 high']);
  });

  it('presses a button by its title, also where android shows it in capitals', async () => {
    const steps = [{ press: 'Keep it' }, { expectText: 'It is kept' }];
    const { errors, texts } = await runScenario({ dir, platform, engine, steps });
    expect(errors).toEqual([]);
    expect(texts).toContain(platform === 'android' ? 'KEEP IT' : 'Keep it');
  });

  it('turns switches, and opens and closes modals', async () => {
    const { errors, texts } = await runScenario({
      dir,
      platform,
      engine,
      steps: [
        { press: 'Reminders' },
        { expectText: 'Reminders are on' },
        { press: 'Open' },
        { expectText: 'In the modal' },
        platform === 'android' ? { back: true } : { press: 'Close' },
      ],
    });
    expect(errors).toEqual([]);
    expect(texts).not.toContain('In the modal');
  });
});
