import type { KeyValueStore } from '@host/host-runtime';

/**
 * A store for what the page follows before the host is there. What it keeps is in local storage as well, since a database
 * answers only once the host's script is under way.
 */
export function withEarlyCopy(
  store: Pick<KeyValueStore, 'get' | 'set'>,
): Pick<KeyValueStore, 'get' | 'set'> {
  return {
    async get(key) {
      const text = await store.get(key);
      if (text !== undefined) copy(key, text);
      return text;
    },
    set(key, text) {
      copy(key, text);
      return store.set(key, text);
    },
  };
}

/** What was copied, at once. */
export function readEarlyCopy(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function copy(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page follows a moment later.
  }
}
