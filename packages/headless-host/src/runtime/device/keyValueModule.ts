import type { NativeModule } from '../nativeModules.ts';

/** The native side of `@react-native-async-storage/async-storage`, as far as its default storage uses it. */
export function keyValueModule(): NativeModule {
  const values = new Map<string, string>();
  return {
    legacy_multiGet: async (keys: string[]) => keys.map((key) => [key, values.get(key) ?? null]),
    async legacy_multiSet(pairs: [string, string][]) {
      for (const [key, value] of pairs) values.set(key, value);
    },
    async legacy_multiRemove(keys: string[]) {
      for (const key of keys) values.delete(key);
    },
    legacy_getAllKeys: async () => [...values.keys()],
    legacy_clear: async () => values.clear(),
  };
}
