import { expect, it } from 'vitest';

import { DecayingMax } from './DecayingMax.ts';

it('is what was seen most, until that is long ago', () => {
  const most = new DecayingMax();
  expect(most.value).toBe(0);
  most.observe(5, 1000);
  most.observe(100, 1000);
  most.observe(3, 1000);
  expect(most.value).toBe(100);
  most.observe(3, 1200);
  expect(most.value).toBe(50);
  most.observe(80, 1200);
  expect(most.value).toBe(80);
  most.observe(1, 10_000);
  expect(most.value).toBe(1);
});
