import { describe, expect, it } from 'vitest';

import { createClock } from './clock.ts';

function setUp() {
  const errors: unknown[] = [];
  const io = { now: () => 1000, nextTurn: (callback: () => void) => void setImmediate(callback) };
  return { clock: createClock(io, (error) => errors.push(error)), errors };
}

describe('the clock', () => {
  it('runs timers in the order in which they are due, and jumps from one to the next', async () => {
    const { clock } = setUp();
    const seen: [string, number][] = [];
    clock.setTimeout(() => seen.push(['later', clock.now()]), 5000);
    clock.setTimeout(() => seen.push(['sooner', clock.now()]), 10);
    clock.setTimeout(() => seen.push(['also sooner', clock.now()]), 10);
    await clock.sleep(6000);
    expect(seen).toEqual([
      ['sooner', 1010],
      ['also sooner', 1010],
      ['later', 6000],
    ]);
    expect(clock.now()).toBe(7000);
  });

  it('stands still while nobody waits', async () => {
    const { clock } = setUp();
    let didRun = false;
    clock.setTimeout(() => {
      didRun = true;
    }, 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(didRun).toBe(false);
    await clock.sleep(0);
    expect(didRun).toBe(true);
  });

  it('repeats intervals until they are cleared', async () => {
    const { clock } = setUp();
    let count = 0;
    const id = clock.setInterval(() => {
      count++;
      if (count === 3) clock.clear(id);
    }, 100);
    await clock.sleep(1000);
    expect(count).toBe(3);
  });

  it('lets promises settle between two timers', async () => {
    const { clock } = setUp();
    const seen: string[] = [];
    clock.setTimeout(() => void Promise.resolve().then(() => seen.push('promise')), 1);
    clock.setTimeout(() => seen.push('timer'), 1);
    await clock.sleep(10);
    expect(seen).toEqual(['promise', 'timer']);
  });

  it('tells of a promise that never settles, without waiting for it', async () => {
    const { clock } = setUp();
    expect(await clock.settles(new Promise(() => {}), 60_000)).toBe(false);
    expect(await clock.settles(Promise.reject(new Error('no')), 60_000)).toBe(true);
    expect(clock.now()).toBe(61_000);
  });

  it('does not jump while something outside is at work', async () => {
    let now = 1000;
    const io = {
      now: () => now,
      nextTurn: (callback: () => void) => void setImmediate(callback),
    };
    const clock = createClock(io, () => {});
    let answer = () => {};
    const work = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const answered = clock.outside(work);
    let isLate = false;
    clock.setTimeout(() => {
      isLate = true;
    }, 20_000);
    const sleeping = clock.sleep(30_000);
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(clock.now()).toBe(1000);
    now = 6000;
    answer();
    await answered;
    expect(isLate).toBe(false);
    await sleeping;
    expect(isLate).toBe(true);
    expect(clock.now()).toBe(31_000);
  });

  it('goes on after a timer that throws', async () => {
    const { clock, errors } = setUp();
    clock.setTimeout(() => {
      throw new Error('in a timer');
    }, 1);
    await clock.sleep(10);
    expect(errors).toMatchObject([{ message: 'in a timer' }]);
  });
});
