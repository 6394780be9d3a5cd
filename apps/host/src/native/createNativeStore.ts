import type { KeyValueStore } from '@host/host-runtime';
import AsyncStorage from '@react-native-async-storage/async-storage';

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
