import { expect, it } from 'vitest';

import { FAULTS, type PlannedFault, planFaults } from './planFaults.ts';

const KINDS = Object.keys(FAULTS).length;

function planned(seed: number, count: number): PlannedFault[] {
  const plan = planFaults(seed, 3);
  return Array.from({ length: count }, () => plan.next().value as PlannedFault);
}

it('the same seed plans the same faults, another one others', () => {
  expect(planned(7, 50)).toEqual(planned(7, 50));
  expect(planned(8, 50)).not.toEqual(planned(7, 50));
});

it('every fault happens once before any happens again', () => {
  for (const seed of [1, 2, 3]) {
    const names = planned(seed, 2 * KINDS).map(({ name }) => name);
    expect(new Set(names.slice(0, KINDS)).size).toBe(KINDS);
    expect(new Set(names.slice(KINDS)).size).toBe(KINDS);
  }
});
