import { describe, expect, it } from 'vitest';

import { explainChange } from './explainChange.ts';
import { withRelease, without } from './shares.ts';

const of = (version: string, percentage: number, cohorts: string[] = []) => ({
  version,
  percentage,
  cohorts,
});

describe('a change in words', () => {
  const live = [of('1.4.0', 100)];

  it('names who gets a new version and who keeps the old one', () => {
    expect(explainChange(live, withRelease(live, of('1.5.0', 10)))).toEqual([
      '10 % of all installs get 1.5.0.',
      '90 % of all installs get 1.4.0 (now 100 %).',
    ]);
  });

  it('says what a share is raised from', () => {
    const before = [of('1.5.0', 10), of('1.4.0', 100)];
    expect(explainChange(before, withRelease(before, of('1.5.0', 100)))).toEqual([
      'Everybody gets 1.5.0 (now 10 %).',
      '0 % of all installs get 1.4.0 (now 90 %).',
    ]);
  });

  it('says when people are left without a version', () => {
    expect(explainChange(live, without(live, '1.4.0'))).toEqual([
      '1.4.0 goes to nobody.',
      'Nobody gets any version.',
    ]);
  });

  it('names cohorts', () => {
    expect(explainChange(live, withRelease(live, of('1.5.0', 0, ['qa', 'staff'])))).toEqual([
      'Everybody gets 1.4.0, as now.',
      'Every install of the cohorts “qa” and “staff” gets 1.5.0, or a newer one.',
    ]);
  });
});
