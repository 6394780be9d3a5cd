import { expect, it } from 'vitest';

import { Admission } from './Admission.ts';

it('admits a second of them at once, and then as many as come in the time', () => {
  let now = 0;
  const admission = new Admission(10, () => now);
  const admitted = (tries: number) =>
    Array.from({ length: tries }, () => admission.admit()).filter(Boolean).length;
  expect(admitted(25)).toBe(10);
  now += 250;
  expect(admitted(25)).toBe(2);
  now += 60_000;
  expect(admitted(25)).toBe(10);
});
