import { LRUCache } from 'lru-cache';

/**
 * A cache for data of callers, with a maximum: the caller that was not seen for the longest time is evicted first. It
 * grows as needed. With its option `max` the library would allocate memory for all entries at once, and a server has
 * dozens of these.
 */
export function callersCache<Kept extends object | true>(max: number): LRUCache<string, Kept> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
