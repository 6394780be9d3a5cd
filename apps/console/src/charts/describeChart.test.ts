import { expect, it } from 'vitest';

import { describeChart, largestOf } from './describeChart.ts';

const series = [
  { name: 'one', values: [40, 63] },
  { name: 'other', values: [10, 20] },
];

it.each([
  [true, true, 'Title: 133 in 2 days.'],
  [false, true, 'Title: 103 one, 30 other in 2 days.'],
  [true, false, 'Title: at most 83 on one day of 2.'],
  [false, false, 'Title: at most 63 one, 20 other on one day of 2.'],
])('with series that add up (%s) and days that add up (%s) it says "%s"', (one, other, said) => {
  const numbers = { series, seriesAddUp: one, daysAddUp: other };
  expect(describeChart('Title', 2, numbers)).toBe(`${said} The table below has every day.`);
});

it('the axis has room for series on each other only where they add up', () => {
  expect(largestOf(2, { series, seriesAddUp: true, daysAddUp: true })).toBe(83);
  expect(largestOf(2, { series, seriesAddUp: false, daysAddUp: true })).toBe(63);
  expect(largestOf(0, { series: [], seriesAddUp: true, daysAddUp: true })).toBe(0);
});

it('shares are written as such, and thirds of a hundred end at a hundred', () => {
  const thirds = ['1.0.0', '1.1.0', '1.2.0'].map((name) => ({ name, values: [33.3] }));
  const rest = { name: 'all others', values: [0.1] };
  const numbers = { series: [...thirds, rest], seriesAddUp: true, daysAddUp: false };
  const said = describeChart('Share', 1, { ...numbers, format: (value) => `${value} %` });
  expect(said).toContain('at most 100 % on one day of 1.');
  expect(largestOf(1, numbers)).toBe(100);
});
