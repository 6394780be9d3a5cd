import { expect, it } from 'vitest';

import { RecentMost } from './RecentMost.ts';

it('is what was seen most, until that is long ago', () => {
  const most = new RecentMost();
  expect(most.value).toBe(0);
  most.see(5, 1000);
  most.see(100, 1000);
  most.see(3, 1000);
  expect(most.value).toBe(100);
  most.see(3, 1200);
  expect(most.value).toBe(50);
  most.see(80, 1200);
  expect(most.value).toBe(80);
  most.see(1, 10_000);
  expect(most.value).toBe(1);
});
