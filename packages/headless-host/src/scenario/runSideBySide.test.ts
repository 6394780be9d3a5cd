import { beforeAll, describe, expect, it } from 'vitest';

import type { MiniAppSource } from '../artifact/Artifact.types.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { TEST_ENGINES } from '../testing/testEngines.ts';
import { runSideBySide } from './runSideBySide.ts';

const SHOP = 'com.example.shop';
const CAFE = 'com.example.cafe';

describe.each(TEST_ENGINES)('on %s', (engine) => {
  let first: MiniAppSource = { dir: '' };
  let second: MiniAppSource = { dir: '' };
  let other: MiniAppSource = { dir: '' };
  beforeAll(async () => {
    first = {
      dir: await builtFixture('lazy', 'ios'),
      manifest: { appId: SHOP, version: '1.0.0', permissions: [] },
    };
    second = { dir: await builtFixture('lazy', 'ios', { manifest: { version: '2.0.0' } }) };
    other = { dir: await builtFixture('lazy', 'ios', { manifest: { appId: CAFE } }) };
  }, BUILD_MS);

  it('two versions of a mini-app each load their own chunks', async () => {
    const { ok, errors, miniApps } = await runSideBySide({
      platform: 'ios',
      engine,
      miniApps: { first, second },
      steps: [
        { in: 'second', press: 'Open' },
        { in: 'first', press: 'Open' },
        { in: 'first', expectText: /^Details of com\.example\.shop 1\.0\.0/ },
        { in: 'second', expectText: /^Details of com\.example\.shop 2\.0\.0/ },
      ],
    });
    expect({ ok, errors }).toEqual({ ok: true, errors: [] });
    expect(miniApps.first.texts[0]).toBe('com.example.shop 1.0.0');
    expect(miniApps.second.texts[0]).toBe('com.example.shop 2.0.0');
  });

  it('a chunk that two versions load at the same moment comes to both, side by side on an engine', async () => {
    const { ok, miniApps } = await runSideBySide({
      platform: 'ios',
      engine,
      miniApps: { first, second },
      steps: [{ in: 'first', pause: 61_000 }],
    });
    expect(ok).toBe(true);
    expect(miniApps.first.texts).toContain(
      'Details of com.example.shop 1.0.0: permission-not-declared',
    );
    expect(miniApps.second.texts).toContain('Details of com.example.shop 2.0.0: stored');
  });

  it('each version has the permissions of its own manifest, also for what it loads last', async () => {
    const { miniApps } = await runSideBySide({
      platform: 'ios',
      engine,
      miniApps: { second, first },
      steps: [
        { in: 'second', press: 'Open' },
        { in: 'first', press: 'Open' },
      ],
    });
    expect(miniApps.second.calls).toEqual([
      { service: 'storage', operation: 'set', key: 'opened' },
    ]);
    expect(miniApps.first.calls).toEqual([]);
  });

  it('two mini-apps with chunks of the same names do not take each other’s', async () => {
    const { ok, miniApps } = await runSideBySide({
      platform: 'ios',
      engine,
      miniApps: { first, other },
      steps: [{ in: 'first', pause: 61_000 }],
    });
    expect(ok).toBe(true);
    expect(miniApps.first.texts).toContain(
      'Details of com.example.shop 1.0.0: permission-not-declared',
    );
    expect(miniApps.other.texts).toContain('Details of com.example.cafe 1.0.0: stored');
  });
});

describe('the same version twice', () => {
  it('is refused', async () => {
    const dir = await builtFixture('lazy', 'ios');
    const run = runSideBySide({
      platform: 'ios',
      engine: 'v8',
      miniApps: { one: { dir }, two: { dir } },
      steps: [],
    });
    await expect(run).rejects.toThrow('one and two are both com.example.shop 1.0.0.');
  });
});
