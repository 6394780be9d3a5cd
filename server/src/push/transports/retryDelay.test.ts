import { describe, expect, it } from 'vitest';

import { retryDelay } from './retryDelay.ts';

describe('the wait before a retry', () => {
  it('lies anywhere between nothing and a ceiling that doubles', () => {
    const ceilings = [1, 2, 3, 4].map((failed) => retryDelay(failed, undefined, {}, () => 1));
    expect(ceilings).toEqual([1000, 2000, 4000, 8000]);
    expect(retryDelay(4, undefined, {}, () => 0)).toBe(0);
    expect(retryDelay(4, undefined, {}, () => 0.25)).toBe(2000);
  });

  it('has a longest one, however often it failed', () => {
    expect(retryDelay(100_000, undefined, { mostMs: 60_000 }, () => 1)).toBe(60_000);
  });

  it('never ends before the moment that the push service asked for, nor for all at that moment', () => {
    expect(retryDelay(1, 30_000, {}, () => 0)).toBe(30_000);
    expect(retryDelay(1, 30_000, {}, () => 0.5)).toBe(30_500);
  });

  it('differs from one message to the next', () => {
    const waits = new Set(Array.from({ length: 100 }, () => retryDelay(10, undefined)));
    expect(waits.size).toBeGreaterThan(50);
  });
});
