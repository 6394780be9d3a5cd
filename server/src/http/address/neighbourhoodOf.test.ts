import { expect, it } from 'vitest';

import { neighbourhoodOf } from './neighbourhoodOf.ts';

it.each([
  ['203.0.113.7', '203.0.113.250', true],
  ['203.0.113.7', '203.0.114.7', false],
  ['::ffff:203.0.113.7', '203.0.113.9', true],
  ['2001:db8:1:2::1', '2001:0db8:0001:ffff::9', true],
  ['2001:db8:1::1', '2001:db8:2::1', false],
  ['2001:db8::1', '2001:db8:0:5::', true],
])('%s and %s are neighbours: %s', (one, other, expected) => {
  expect(neighbourhoodOf(one) === neighbourhoodOf(other)).toBe(expected);
});
