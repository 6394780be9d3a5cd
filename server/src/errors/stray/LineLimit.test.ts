import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LineLimit } from './LineLimit.ts';

describe('a limit on lines', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('lets so many through a minute, and tells afterwards how many were left out', () => {
    const limit = new LineLimit(2);
    vi.advanceTimersByTime(1);
    expect([1, 2, 3, 4].map(() => limit.admit())).toEqual([0, 0, undefined, undefined]);
    vi.advanceTimersByTime(60_000);
    expect([limit.admit(), limit.admit(), limit.admit()]).toEqual([2, 0, undefined]);
  });
});
