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

it('admits another one for each that is given back, and never more than a second of them', () => {
  const admission = new Admission(2, () => 0);
  const admit = () => admission.admit();
  expect([admit(), admit(), admit()]).toEqual([true, true, false]);
  admission.giveBack();
  expect([admit(), admit()]).toEqual([true, false]);
  for (let n = 0; n < 10; n++) admission.giveBack();
  expect([admit(), admit(), admit()]).toEqual([true, true, false]);
});

it('gives those that it does not admit their turns one after the other', () => {
  let now = 0;
  const admission = new Admission(10, () => now);
  const places = (count: number) => Array.from({ length: count }, () => admission.takePlace());
  expect(places(25)).toEqual([...Array(10).fill(1), ...Array(10).fill(2), ...Array(5).fill(3)]);
  now += 2000;
  // Five of them are still to come.
  expect(places(10)).toEqual([...Array(5).fill(1), ...Array(5).fill(2)]);
  now += 60_000;
  const many = places(1200);
  expect(Math.max(...many)).toBe(60);
  expect(many.slice(600)).toEqual(many.slice(0, 600));
});
