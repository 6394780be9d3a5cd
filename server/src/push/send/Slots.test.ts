import { describe, expect, it } from 'vitest';

import { Slots } from './Slots.ts';

describe('slots', () => {
  it('give every value back under its number, once', () => {
    const slots = new Slots<string>();
    const numbers = ['a', 'b', 'c'].map((value) => slots.add(value));
    expect(new Set(numbers).size).toBe(3);
    expect(slots.size).toBe(3);
    expect(slots.remove(numbers[1]!)).toBe('b');
    expect(slots.remove(numbers[1]!)).toBeUndefined();
    expect(slots.remove(99)).toBeUndefined();
    expect(slots.size).toBe(2);
  });

  it('use the numbers of those that are gone again, and no others meanwhile', () => {
    const slots = new Slots<number>();
    const waiting = new Map<number, number>();
    for (let value = 0; value < 1000; value++) {
      const number = slots.add(value);
      expect(number).toBeLessThan(8);
      expect(waiting.has(number)).toBe(false);
      waiting.set(number, value);
      if (waiting.size < 8) continue;
      const [leaving] = [...waiting.keys()].slice(value % 8) as [number];
      expect(slots.remove(leaving)).toBe(waiting.get(leaving));
      waiting.delete(leaving);
    }
  });

  it('give all that are left at the end', () => {
    const slots = new Slots<string>();
    const [first] = ['a', 'b', 'c'].map((value) => slots.add(value));
    slots.remove(first!);
    expect(slots.clear()).toEqual(['b', 'c']);
    expect(slots.size).toBe(0);
    expect(slots.remove(1)).toBeUndefined();
  });
});
