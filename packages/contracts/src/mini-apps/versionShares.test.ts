import { expect, it } from 'vitest';

import { versionShares } from './versionShares.ts';

it('a version gets its percentage of what newer ones leave', () => {
  expect(
    versionShares([
      { version: '1.0.0', percentage: 100 },
      { version: '1.10.0', percentage: 20 },
      { version: '1.9.0', percentage: 50 },
    ]),
  ).toEqual([
    { version: '1.10.0', percent: 20 },
    { version: '1.9.0', percent: 40 },
    { version: '1.0.0', percent: 40 },
  ]);
});

it('the installs that no version is meant for get none', () => {
  expect(versionShares([{ version: '1.0.0', percentage: 25 }])).toEqual([
    { version: '1.0.0', percent: 25 },
    { version: undefined, percent: 75 },
  ]);
  expect(versionShares([])).toEqual([{ version: undefined, percent: 100 }]);
});
