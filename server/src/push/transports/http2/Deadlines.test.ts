import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Deadlines } from './Deadlines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a time limit for many', () => {
  it('runs out for each at its own time', () => {
    const { add, over } = setUp(1000);
    add('first');
    vi.advanceTimersByTime(400);
    add('second');
    vi.advanceTimersByTime(599);
    expect(over).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(over).toEqual(['first']);
    vi.advanceTimersByTime(400);
    expect(over).toEqual(['first', 'second']);
  });

  it('does not run out for what ended in time', () => {
    const { add, deadlines, over } = setUp(1000);
    const first = add('first');
    vi.advanceTimersByTime(500);
    add('second');
    deadlines.delete(first);
    vi.advanceTimersByTime(10_000);
    expect(over).toEqual(['second']);
  });

  it('needs one timer however many there are, and none when nothing is left', () => {
    const { add } = setUp(1000);
    for (let i = 0; i < 100; i++) add(`${i}`);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

function setUp(limitMs: number) {
  const deadlines = new Deadlines(limitMs);
  const over: string[] = [];
  const add = (name: string) => {
    const timed = { runOut: () => void over.push(name) };
    deadlines.add(timed);
    return timed;
  };
  return { deadlines, over, add };
}
