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
