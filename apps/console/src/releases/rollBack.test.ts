import { expect, it } from 'vitest';

import { rollBackTargets, rolledBack } from './rollBack.ts';

it('a roll-back goes to older versions that people had', () => {
  const versions = [
    { version: '2.0.0', status: 'registered' },
    { version: '1.10.0', status: 'released' },
    { version: '1.9.0', status: 'paused' },
    { version: '1.8.0', status: 'withdrawn' },
    { version: '1.7.0', status: 'released' },
  ] as const;
  expect(rollBackTargets(versions)).toEqual(['1.9.0', '1.7.0']);
  expect(rollBackTargets([{ version: '1.0.0', status: 'released' }])).toEqual([]);
  expect(rollBackTargets([])).toEqual([]);
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
