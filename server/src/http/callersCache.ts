import { LRUCache } from 'lru-cache';

/**
 * What is kept of each caller, for so many callers at most: whoever was not seen for longest is forgotten first. It grows
 * with those who come. With its `max` the library reserves the memory for all of them at once, and a server has dozens of
 * these.
 */
export function callersCache<Kept extends object | true>(max: number): LRUCache<string, Kept> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
