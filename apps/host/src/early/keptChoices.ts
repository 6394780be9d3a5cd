import type { KeyValueStore } from '@host/host-runtime';

/**
 * A store for settings that the page needs before the host runs. It mirrors them to localStorage, since IndexedDB would
 * answer only after the first paint.
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

/** Reads the localStorage copy synchronously. */
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
    // Without the copy the page gets the setting a moment later.
  }
}
