import { LRUCache } from 'lru-cache';

/**
 * A bounded LRU cache for data of callers. It grows on demand: with the library's option `max`, it would allocate memory
 * for all entries up front, and a server has dozens of these caches.
 */
export function callersCache<Kept extends object | true>(max: number): LRUCache<string, Kept> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
