import { expect, it } from 'vitest';

import { StrangerTurns } from './StrangerTurns.ts';

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

it('a few begin at once, the others in turns, in the order in which they came', async () => {
  const turns = new StrangerTurns({ now: () => 0 });
  const begun: number[] = [];
  for (let n = 0; n < 40; n++) turns.admit(() => begun.push(n));
  expect(begun).toHaveLength(16);
  expect(turns.waiting).toBe(24);
  await nextTurn();
  expect(begun).toHaveLength(32);
  await nextTurn();
  expect(begun).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

it('who comes while others wait does not come before them', async () => {
  const turns = new StrangerTurns({ now: () => 0 });
  const begun: string[] = [];
  for (let n = 0; n < 17; n++) turns.admit(() => begun.push('early'));
  turns.admit(() => begun.push('late'));
  await nextTurn();
  expect(begun.at(-1)).toBe('late');
  expect(begun).toHaveLength(18);
});

it('when too many wait, the next is refused, and there is room again afterwards', async () => {
  const turns = new StrangerTurns({ now: () => 0 });
  const admitted = Array.from({ length: 3000 }, () => turns.admit(() => undefined));
  expect(admitted.filter(Boolean)).toHaveLength(2016);
  await nextTurn();
  expect(turns.admit(() => undefined)).toBe(true);
});

it('a turn in which nobody waits lets a few begin at once again', async () => {
  const turns = new StrangerTurns({ now: () => 0 });
  let begun = 0;
  for (let turn = 0; turn < 3; turn++) {
    for (let n = 0; n < 16; n++) turns.admit(() => begun++);
    expect(begun).toBe((turn + 1) * 16);
    await nextTurn();
    await nextTurn();
  }
});

it('a turn that has taken long enough lets no further one begin', async () => {
  let clock = 0;
  const turns = new StrangerTurns({ now: () => clock });
  const begun: number[] = [];
  for (let n = 0; n < 6; n++) {
    turns.admit(() => {
      begun.push(n);
      clock += 0.3;
    });
  }
  expect(begun).toEqual([0, 1]);
  await nextTurn();
  expect(begun).toEqual([0, 1, 2, 3]);
});

it('what a request does after it has begun counts as its time', async () => {
  let clock = 0;
  const turns = new StrangerTurns({ now: () => clock });
  const begun: number[] = [];
  // As when a body is read: not at once, but before the event loop goes on.
  const begin = (n: number) => {
    begun.push(n);
    process.nextTick(() => (clock += 0.3));
  };
  for (let n = 0; n < 22; n++) turns.admit(() => begin(n));
  await nextTurn();
  expect(begun).toHaveLength(16 + 2);
  await nextTurn();
  expect(begun).toHaveLength(16 + 4);
});

it('while a transaction is open none begins, but for one now and then', async () => {
  let [clock, isWriting] = [0, true];
  const turns = new StrangerTurns({ isWriting: () => isWriting, now: () => clock });
  const begun: number[] = [];
  for (let n = 0; n < 6; n++) turns.admit(() => begun.push(n));
  expect(begun).toEqual([0]);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(begun).toEqual([0]);
  clock = 5;
  await nextTurn();
  expect(begun).toEqual([0, 1]);
  isWriting = false;
  await nextTurn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
});

it('what is enqueued begins however many wait', async () => {
  const turns = new StrangerTurns({ now: () => 0 });
  while (turns.admit(() => undefined));
  let isBegun = false;
  turns.enqueue(() => (isBegun = true));
  while (turns.waiting > 0) await nextTurn();
  expect(isBegun).toBe(true);
});

it('while a send is under way none begins, but for one now and then', async () => {
  let [clock, isUnderWay] = [0, true];
  const priority = { isUnderWay: () => isUnderWay, isExpected: () => isUnderWay };
  const turns = new StrangerTurns({ priority, now: () => clock });
  const begun: number[] = [];
  for (let n = 0; n < 4; n++) turns.admit(() => begun.push(n));
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(begun).toEqual([0]);
  clock = 5;
  await nextTurn();
  expect(begun).toEqual([0, 1]);
  isUnderWay = false;
  await nextTurn();
  expect(begun).toEqual([0, 1, 2, 3]);
});

it('while sends are expected, a turn that took time is followed by as much without strangers', async () => {
  let clock = 0;
  const priority = { isUnderWay: () => false, isExpected: () => true };
  const turns = new StrangerTurns({ priority, now: () => clock });
  const begun: number[] = [];
  for (let n = 0; n < 4; n++) {
    turns.admit(() => {
      begun.push(n);
      clock += 0.3;
    });
  }
  expect(begun).toEqual([0, 1]);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(begun).toEqual([0, 1]);
  clock += 0.6;
  await nextTurn();
  expect(begun).toEqual([0, 1, 2, 3]);
});
