import { expect, it } from 'vitest';

import { PriorityWork } from './PriorityWork.ts';

it('is expected while one is under way, and for a moment afterwards', () => {
  let [clock, isSending] = [0, false];
  const priority = new PriorityWork(
    () => isSending,
    () => clock,
  );
  expect([priority.isUnderWay(), priority.isExpected()]).toEqual([false, false]);
  isSending = true;
  expect([priority.isUnderWay(), priority.isExpected()]).toEqual([true, true]);
  isSending = false;
  clock = 99;
  expect([priority.isUnderWay(), priority.isExpected()]).toEqual([false, true]);
  clock = 100;
  expect(priority.isExpected()).toBe(false);
});
