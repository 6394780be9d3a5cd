import { expect, it } from 'vitest';

import { aboveRate } from './aboveRate.ts';

/** Devices that are answered one after the other, so many in a second, from a time on. */
const answered = (count: number, perSecond: number, from = 0) =>
  Array.from({ length: count }, (_, index) => {
    const at = from + ((index + 1) * 1000) / perSecond;
    return { askedAt: at - 1, answeredAt: at };
  });

it('a rate is kept by a second of them at once, and then as many as come in the time', () => {
  const atOnce = answered(10, 100_000);
  expect(aboveRate(10, [...atOnce, ...answered(50, 10)])).toBeUndefined();
});

it('a rate is not kept by one more than that, nor by too many a second later on', () => {
  expect(aboveRate(10, answered(11, 100_000))).toBe('11 from 0 to 1 ms, instead of 10');
  expect(aboveRate(10, [...answered(50, 10), ...answered(50, 25, 5000)])).toMatch(/instead of/);
});
