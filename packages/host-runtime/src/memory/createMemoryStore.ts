import type { KeyValueStore } from '../ports/stores.types.ts';

/** A store that lasts as long as the process. */
export function createMemoryStore(): KeyValueStore {
  const texts = new Map<string, string>();
  return {
    get: async (key) => texts.get(key),
    async set(key, text) {
      texts.set(key, text);
    },
    async delete(key) {
      texts.delete(key);
    },
    keys: async (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
  };
}
