import type { KeyValueStore } from '../ports/stores.types.ts';

const PREFIX = 'development:';

/** The store for mini-apps under development, separate from all others. */
export function developmentStoreOf(store: KeyValueStore): KeyValueStore {
  return {
    get: (key) => store.get(PREFIX + key),
    set: (key, text) => store.set(PREFIX + key, text),
    delete: (key) => store.delete(PREFIX + key),
    keys: async (prefix) =>
      (await store.keys(PREFIX + prefix)).map((key) => key.slice(PREFIX.length)),
  };
}
