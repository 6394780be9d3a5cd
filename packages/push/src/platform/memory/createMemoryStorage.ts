import type { PushStorage } from '../../core/PushPlatform.types.ts';

/** Stores texts in memory; passing the same map again simulates a restart. */
export function createMemoryStorage(texts: Map<string, string> = new Map()): PushStorage {
  return {
    get: async (key) => texts.get(key),
    set: async (key, text) => void texts.set(key, text),
    delete: async (key) => void texts.delete(key),
    async write(writes) {
      for (const [key, text] of writes) {
        if (text === undefined) texts.delete(key);
        else texts.set(key, text);
      }
    },
    entries: async (prefix) => [...texts].filter(([key]) => key.startsWith(prefix)),
  };
}
