import { expect, it } from 'vitest';

import { readRelease } from './readRelease.ts';

it.each([
  ['10', 10],
  [' 12,5 % ', 12.5],
  ['0', 0],
  ['100', 100],
])('%j is %d %%', (percentage, value) => {
  expect(readRelease({ percentage, cohorts: '' })).toEqual({
    request: { percentage: value, cohorts: [] },
    problems: {},
  });
});

it.each(['', 'ten', '101', '-1', '1.234', '1e999', 'NaN'])('%j is no share', (percentage) => {
  const { request, problems } = readRelease({ percentage, cohorts: '' });
  expect(request).toBeUndefined();
  expect(problems.percentage).toMatch(/^A number from 0 to 100/);
});

it('cohorts are names between commas or blanks', () => {
  expect(readRelease({ percentage: '0', cohorts: 'qa,  staff beta' }).request?.cohorts).toEqual([
    'qa',
    'staff',
    'beta',
  ]);
  expect(readRelease({ percentage: '0', cohorts: 'QA!' }).problems.cohorts).toBeDefined();
});
