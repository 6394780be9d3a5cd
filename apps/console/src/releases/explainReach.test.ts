import { expect, it } from 'vitest';

import { explainReach } from './explainReach.ts';
import { withRelease } from './shares.ts';

const of = (version: string, percentage: number) => ({ version, percentage, cohorts: [] });
const OLD = of('1.3.0', 100);

it.each([
  [0, 10, 12_400, 'About 1,240 of 12,400 installs get 1.4.0 when they open it next.'],
  [
    10,
    25,
    12_400,
    'About 3,100 of 12,400 installs get 1.4.0 when they open it next, 1,860 more than now.',
  ],
  [
    25,
    10,
    12_400,
    'About 1,240 of 12,400 installs get 1.4.0 when they open it next, 1,860 fewer than now.',
  ],
  [10, 100, 40, 'All 40 installs get 1.4.0 when they open it next, 36 more than now.'],
  [0, 1, 20, 'About 0 of 20 installs get 1.4.0 when they open it next.'],
  [
    0,
    10,
    undefined,
    'No host opened it in the last seven days: how many installs that is, is not known.',
  ],
])('from %d %% to %d %% of %s installs', (from, to, installs, words) => {
  const before = from === 0 ? [OLD] : withRelease([OLD], of('1.4.0', from));
  expect(explainReach('1.4.0', before, withRelease(before, of('1.4.0', to)), installs)).toBe(words);
});

it('counts what a newer version leaves', () => {
  const before = [OLD, of('1.5.0', 50)];
  expect(explainReach('1.4.0', before, withRelease(before, of('1.4.0', 10)), 1000)).toBe(
    'About 50 of 1,000 installs get 1.4.0 when they open it next.',
  );
});
