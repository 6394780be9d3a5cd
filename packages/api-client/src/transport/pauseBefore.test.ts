import { describe, expect, it } from 'vitest';

import { MAX_ATTEMPTS, pauseBefore } from './pauseBefore.ts';

describe('the pause before another attempt', () => {
  it('grows, and differs by chance', () => {
    const shortest = [1, 2, 3].map((attempt) => pauseBefore(attempt, undefined, 0));
    const longest = [1, 2, 3].map((attempt) => pauseBefore(attempt, undefined, 1));
    expect(shortest).toEqual([125, 250, 500]);
    expect(longest).toEqual([250, 500, 1000]);
  });

  it('is never shorter than Retry-After, and not the same for everybody', () => {
    expect(pauseBefore(1, 2, 0)).toBe(2000);
    expect(pauseBefore(1, 2, 1)).toBe(2250);
    expect(pauseBefore(1, 0, 0)).toBe(0);
  });

  it('is not waited for when it is long, and after the last attempt', () => {
    expect(pauseBefore(1, 31)).toBeUndefined();
    expect(pauseBefore(MAX_ATTEMPTS, undefined)).toBeUndefined();
    expect(pauseBefore(MAX_ATTEMPTS, 0)).toBeUndefined();
  });
});
