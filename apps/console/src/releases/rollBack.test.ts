import { describe, expect, it } from 'vitest';

import { rollBackDefault, rollBackTargets, rolledBack } from './rollBack.ts';

it('a roll-back goes to older versions that people had, and says which paused by themselves', () => {
  const versions = [
    { version: '2.0.0', status: 'registered' },
    { version: '1.10.0', status: 'released' },
    { version: '1.9.0', status: 'paused', pausedBecause: '12 of 40 installs crashed.' },
    { version: '1.8.0', status: 'withdrawn' },
    { version: '1.7.0', status: 'released' },
  ] as const;
  expect(rollBackTargets(versions)).toEqual([
    { version: '1.9.0', status: 'paused', pausedBecause: '12 of 40 installs crashed.' },
    { version: '1.7.0', status: 'released' },
  ]);
  expect(rollBackTargets([{ version: '1.0.0', status: 'released' }])).toEqual([]);
  expect(rollBackTargets([])).toEqual([]);
});

describe('the version that a roll-back offers', () => {
  it('is the newest released one below, not one that paused since', () => {
    const versions = [
      { version: '1.2.0', status: 'released' },
      { version: '1.1.0', status: 'paused', pausedBecause: '12 of 40 installs crashed.' },
      { version: '1.0.0', status: 'released' },
    ] as const;
    expect(rollBackDefault(rollBackTargets(versions))).toBe('1.0.0');
  });

  it('is none where only paused ones are below: an operator chooses', () => {
    const versions = [
      { version: '1.1.0', status: 'released' },
      { version: '1.0.0', status: 'paused' },
    ] as const;
    expect(rollBackDefault(rollBackTargets(versions))).toBeUndefined();
  });
});

it('a roll-back gives everybody one version, and nothing above it', () => {
  const released = [
    { version: '1.5.0', percentage: 10, cohorts: [] },
    { version: '1.4.0', percentage: 50, cohorts: ['qa'] },
    { version: '1.3.0', percentage: 100, cohorts: [] },
  ];
  expect(rolledBack(released, '1.4.0')).toEqual([
    { version: '1.4.0', percentage: 100, cohorts: ['qa'] },
    { version: '1.3.0', percentage: 100, cohorts: [] },
  ]);
});
