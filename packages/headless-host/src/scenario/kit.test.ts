import { beforeAll, describe, expect, it } from 'vitest';

import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { EVERYWHERE } from '../testing/everywhere.ts';
import { runScenario } from './runScenario.ts';

describe.each(EVERYWHERE)('on %s, the kit for %s', (engine, platform) => {
  let dir = '';
  beforeAll(async () => {
    dir = await builtFixture('kit', platform);
  }, BUILD_MS);

  it('draws its components, turns a switch, and says what is wrong with an input', async () => {
    const { errors, texts } = await runScenario({
      dir,
      platform,
      engine,
      steps: [
        { expectText: 'Updates off' },
        { press: 'Updates' },
        { expectText: 'Updates on' },
        { type: 'ada', into: 'Email' },
        { expectText: 'That is no address' },
        { press: 'Order 2' },
        { expectText: 'Opened Order 2' },
      ],
    });
    expect(errors).toEqual([]);
    expect(texts).toContain('AL');
    expect(texts).toContain('Order 1');
  });

  it('opens and closes sheets and dialogs, and takes back what a toast offers', async () => {
    const { errors, texts } = await runScenario({
      dir,
      platform,
      engine,
      steps: [
        { press: 'More' },
        { expectText: 'Sort by' },
        platform === 'android' ? { back: true } : { press: 'Close' },
        { press: 'Delete' },
        { expectText: 'It is gone for good.' },
        { press: 'Yes' },
        { expectText: 'Deleted' },
        { press: 'Undo' },
        { expectText: 'Restored' },
        { pause: 5000 },
      ],
    });
    expect(errors).toEqual([]);
    expect(texts).not.toContain('Sort by');
    expect(texts).not.toContain('It is gone for good.');
    expect(texts).not.toContain('Restored');
  });
});
