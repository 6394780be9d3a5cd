import type { KeyValueStore } from '@host/host-runtime';

const PREFIX = 'development:';

/**
 * Where mini-apps in development keep what they store, apart from all others; undefined in builds for people, which open
 * none: whoever made a link or a code could otherwise have any code run in the app.
 */
export function developmentStoreOf(
  store: KeyValueStore,
  isDevelopmentBuild: boolean,
): KeyValueStore | undefined {
  if (!isDevelopmentBuild) return undefined;
  return {
    get: (key) => store.get(PREFIX + key),
    set: (key, text) => store.set(PREFIX + key, text),
    delete: (key) => store.delete(PREFIX + key),
    keys: async (prefix) =>
      (await store.keys(PREFIX + prefix)).map((key) => key.slice(PREFIX.length)),
  };
}
