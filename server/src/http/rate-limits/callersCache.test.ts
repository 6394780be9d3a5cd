import { describe, expect, it } from 'vitest';

import { callersCache } from './callersCache.ts';

describe('callersCache', () => {
  it('forgets whoever was not seen for longest when there are too many', () => {
    const cache = callersCache<{ count: number }>(3);
    for (const caller of ['a', 'b', 'c']) cache.set(caller, { count: 1 });
    expect(cache.get('a')).toEqual({ count: 1 });
    cache.set('d', { count: 1 });
    expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd']);
  });

  it('takes no memory for callers who never came', () => {
    const used = () => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = used();
    const caches = Array.from({ length: 1000 }, () => callersCache<true>(50_000));
    // With the room for all callers, each would take a megabyte.
    expect(used() - before).toBeLessThan(100_000_000);
    expect(caches).toHaveLength(1000);
  });
});
