import type { PushStorage } from '../../core/PushPlatform.types.ts';

/** The part of AsyncStorage that push uses. */
export interface KeyValueStore {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, text: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  getAllKeys(): Promise<readonly string[]>;
}

/**
 * Stores push's texts in a shared store, under a prefix.
 *
 * @example
 * const storage = createKeyValueStorage(AsyncStorage);
 */
export function createKeyValueStorage(store: KeyValueStore, prefix = 'host-push/'): PushStorage {
  const get = async (key: string) => (await store.getItem(prefix + key)) ?? undefined;
  return {
    get,
    set: (key, text) => store.setItem(prefix + key, text),
    delete: (key) => store.removeItem(prefix + key),
    async entries(start) {
      const keys = (await store.getAllKeys())
        .filter((key) => key.startsWith(prefix + start))
        .map((key) => key.slice(prefix.length));
      const texts = await Promise.all(keys.map(get));
      return keys.flatMap((key, index): [string, string][] => {
        const text = texts[index];
        return text === undefined ? [] : [[key, text]];
      });
    },
  };
}
