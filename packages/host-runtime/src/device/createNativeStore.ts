import AsyncStorage from '@react-native-async-storage/async-storage';

import type { KeyValueStore } from '../ports/stores.types.ts';

/** Text by key in the database of the app. */
export function createNativeStore(): KeyValueStore {
  return {
    get: async (key) => (await AsyncStorage.getItem(key)) ?? undefined,
    set: (key, text) => AsyncStorage.setItem(key, text),
    delete: (key) => AsyncStorage.removeItem(key),
    keys: async (prefix) =>
      (await AsyncStorage.getAllKeys()).filter((key) => key.startsWith(prefix)),
  };
}
