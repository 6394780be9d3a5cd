// Replaces `@react-native-async-storage/async-storage`: the same functions, on the storage that the host keeps for this
// mini-app and the person who is signed in. The original would use the host's own storage, with everybody's data in it.
import { useMemo } from 'react';

import { storage } from '@host/miniapp-sdk';

/** A storage of that name beside others of this mini-app. */
export function createAsyncStorage(name = '') {
  const prefix = name === '' ? '' : `${name}/`;
  const own = async () => (await storage.keys()).filter((key) => key.startsWith(prefix));

  const getItem = async (key) => textOrNull(await storage.get(prefix + key));
  const setItem = (key, value) => storage.set(prefix + key, checked(key, value));
  const removeItem = (key) => storage.remove(prefix + key);
  const mergeItem = async (key, value) => {
    const before = await getItem(key);
    const merged =
      before === null ? value : JSON.stringify(merge(JSON.parse(before), JSON.parse(value)));
    await setItem(key, merged);
  };
  const getAllKeys = async () => (await own()).map((key) => key.slice(prefix.length));
  const clear = async () => {
    await Promise.all((await own()).map((key) => storage.remove(key)));
  };

  const multiGet = (keys) => Promise.all(keys.map(async (key) => [key, await getItem(key)]));
  const multiSet = (pairs) => forEach(pairs, ([key, value]) => setItem(key, value));
  const multiRemove = (keys) => forEach(keys, removeItem);
  const multiMerge = (pairs) => forEach(pairs, ([key, value]) => mergeItem(key, value));

  return {
    getItem: withCallback(getItem),
    setItem: withCallback(setItem),
    removeItem: withCallback(removeItem),
    mergeItem: withCallback(mergeItem),
    getAllKeys: withCallback(getAllKeys),
    clear: withCallback(clear),
    multiGet: withCallback(multiGet),
    multiSet: withCallback(multiSet),
    multiRemove: withCallback(multiRemove),
    multiMerge: withCallback(multiMerge),
    // Since version 3.
    getMany: async (keys) => Object.fromEntries(await multiGet(keys)),
    setMany: (entries) => multiSet(Object.entries(entries)),
    removeMany: multiRemove,
    // Requests are never batched here.
    flushGetRequests() {},
  };
}

const asyncStorage = createAsyncStorage();
export default asyncStorage;

/** The calls for one key. */
export function useAsyncStorage(key) {
  return useMemo(
    () => ({
      getItem: (...rest) => asyncStorage.getItem(key, ...rest),
      setItem: (...rest) => asyncStorage.setItem(key, ...rest),
      mergeItem: (...rest) => asyncStorage.mergeItem(key, ...rest),
      removeItem: (...rest) => asyncStorage.removeItem(key, ...rest),
    }),
    [key],
  );
}

/** Supports callers that pass a callback as the last argument. */
function withCallback(call) {
  return async (...args) => {
    const callback = typeof args.at(-1) === 'function' ? args.pop() : () => {};
    try {
      const value = await call(...args);
      callback(null, value);
      return value;
    } catch (error) {
      callback(error);
      throw error;
    }
  };
}

async function forEach(values, call) {
  for (const value of values) await call(value);
}

function checked(key, value) {
  if (typeof value === 'string') return value;
  throw new TypeError(
    `AsyncStorage keeps texts: "${key}" was given ${typeof value}. Use JSON.stringify.`,
  );
}

/** The SDK's `storage` shares the keys, and its values need not be strings. */
function textOrNull(value) {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function merge(before, after) {
  if (!isObject(before) || !isObject(after)) return after;
  const entries = Object.entries(after).map(([key, value]) => [
    key,
    Object.hasOwn(before, key) ? merge(before[key], value) : value,
  ]);
  return { ...before, ...Object.fromEntries(entries) };
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
