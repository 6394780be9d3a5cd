import type { VersionDay } from '@host/contracts';
import { expect, it } from 'vitest';

import { healthOf } from './healthOf.ts';

const day = (version: string, on: string, more: Partial<VersionDay>): VersionDay => ({
  day: on,
  version,
  installs: 0,
  share: 0,
  loaded: 0,
  loadFailed: 0,
  crashedOnStart: 0,
  hung: 0,
  crashed: 0,
  ...more,
});

it('a version is measured against the one before, the newest first', () => {
  const health = healthOf([
    day('1.9.0', '2026-03-01', { installs: 80, share: 1, loaded: 100 }),
    day('1.10.0', '2026-03-02', {
      installs: 20,
      share: 0.2,
      loaded: 90,
      crashedOnStart: 10,
      crashed: 9,
    }),
    day('1.9.0', '2026-03-02', { installs: 80, share: 0.8, loaded: 100 }),
  ]);
  expect(health).toEqual([
    {
      version: '1.10.0',
      installs: 20,
      share: 0.2,
      loaded: 90,
      failureRate: 10,
      crashFree: 90,
      change: 19,
    },
    {
      version: '1.9.0',
      installs: 80,
      share: 0.8,
      loaded: 200,
      failureRate: 0,
      crashFree: 100,
      change: undefined,
    },
  ]);
});

it('a version that nobody opened has no rate, and one that ran earlier has no installs now', () => {
  const [newer, older] = healthOf([
    day('1.0.0', '2026-03-01', { installs: 5, share: 1, loaded: 5 }),
    day('1.1.0', '2026-03-02', { installs: 1, share: 1 }),
  ]);
  expect(newer).toMatchObject({ failureRate: undefined, crashFree: undefined, change: undefined });
  expect(older).toMatchObject({ installs: 0, share: 0, loaded: 5 });
});
