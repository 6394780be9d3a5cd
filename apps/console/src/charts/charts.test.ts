import { expect, it } from 'vitest';

import { dayBefore, daysBetween } from './daysBetween.ts';
import { niceTop } from './niceTop.ts';
import { topSeries } from './topSeries.ts';

it('days without a count are days as well, over the end of a month', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
  expect(dayBefore('2026-03-01', 1)).toBe('2026-02-28');
});

it.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [12, 20],
  [100, 100],
  [101, 200],
  [501, 1000],
])('an axis for %d ends at %d', (largest, top) => {
  expect(niceTop(largest)).toBe(top);
});

it('a chart shows what was counted most, and all others together', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].flatMap((name, index) => [
    { name, day: '2026-03-01', count: 10 - index },
    { name, day: '2026-03-02', count: 1 },
  ]);
  const { series, totals } = topSeries(items, ['2026-03-01', '2026-03-02']);
  expect(series).toEqual([
    { name: 'a', values: [10, 1] },
    { name: 'b', values: [9, 1] },
    { name: 'c', values: [8, 1] },
    { name: 'all others', values: [13, 2] },
  ]);
  expect(totals[0]).toEqual(['a', 11]);
  expect(totals).toHaveLength(5);
});
