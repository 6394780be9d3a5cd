import { versionShares } from '@host/contracts';
import { expect, it } from 'vitest';

import { stateAmong, stateOfMiniApp, stateOfVersion } from './states.ts';

const release = { percentage: 100, cohorts: [] };

it.each([
  [{ status: 'released', release, verified: true }, 'Live'],
  [
    { status: 'released', release: { percentage: 12.5, cohorts: [] }, verified: true },
    'Live for 12.5 %',
  ],
  [{ status: 'paused', release, verified: true }, 'Paused'],
  [{ status: 'paused', release, verified: true, pausedBecause: 'crashes' }, 'Paused by itself'],
  [{ status: 'withdrawn', release, verified: true }, 'Withdrawn'],
  [{ status: 'registered', release, verified: true }, 'Not released'],
  [{ status: 'registered', release, verified: false }, 'Not verified'],
] as const)('a version that is %j is "%s"', (version, words) => {
  expect(stateOfVersion({ ...version, release: { ...version.release, cohorts: [] } }).words).toBe(
    words,
  );
});

it.each([
  [{ suspended: true, released: [{ version: '1.0.0', ...release }] }, 'Suspended'],
  [{ suspended: false, released: [] }, 'Not released'],
  [{ suspended: false, released: [{ version: '1.0.0', ...release }] }, 'Live'],
  [
    { suspended: false, released: [{ version: '2.0.0', percentage: 5, cohorts: [] }] },
    'Rolling out',
  ],
])('a mini-app that is %j is "%s"', (app, words) => {
  expect(stateOfMiniApp(app).words).toBe(words);
});

it('a version whose place a newer one has taken is not called live', () => {
  const versions = ['2.0.0', '1.0.0'].map((version) => ({
    version,
    status: 'released' as const,
    verified: true,
    release,
  }));
  const words = (of: typeof versions) => {
    const shares = versionShares(of.map((each) => ({ version: each.version, ...each.release })));
    return of.map((each) => stateAmong(each, shares).words);
  };
  expect(words(versions)).toEqual(['Live', 'Released, behind a newer one']);
  expect(
    words([{ ...versions[0]!, release: { ...release, percentage: 50 } }, versions[1]!]),
  ).toEqual(['Live for 50 %', 'Live']);
});
