import { bindStandalone, createMemoryHost } from '@host/miniapp-sdk/host';
import { beforeEach, describe, expect, it } from 'vitest';

import AsyncStorage, { createAsyncStorage } from '../entries/asyncStorage.js';

beforeEach(() => bindStandalone(createMemoryHost({ appId: 'com.acme.sample' }).services));

describe('AsyncStorage in a mini-app', () => {
  it('keeps texts in the storage that the host has for the mini-app', async () => {
    await AsyncStorage.setItem('word', 'forty-two');
    expect(await AsyncStorage.getItem('word')).toBe('forty-two');
    expect(await AsyncStorage.getItem('nothing')).toBeNull();
    await AsyncStorage.removeItem('word');
    expect(await AsyncStorage.getAllKeys()).toEqual([]);
  });

  it('merges objects deeply, and sets what is not there', async () => {
    await AsyncStorage.mergeItem('person', '{"name":"Ada","home":{"city":"London"}}');
    await AsyncStorage.mergeItem('person', '{"home":{"street":"Dorset"}}');
    expect(JSON.parse((await AsyncStorage.getItem('person'))!)).toEqual({
      name: 'Ada',
      home: { city: 'London', street: 'Dorset' },
    });
  });

  it('does many at once, in both forms', async () => {
    await AsyncStorage.multiSet([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(await AsyncStorage.multiGet(['b', 'a', 'c'])).toEqual([
      ['b', '2'],
      ['a', '1'],
      ['c', null],
    ]);
    await AsyncStorage.setMany({ c: '3' });
    expect(await AsyncStorage.getMany(['a', 'c'])).toEqual({ a: '1', c: '3' });
    await AsyncStorage.multiRemove(['a', 'b']);
    expect(await AsyncStorage.getAllKeys()).toEqual(['c']);
  });

  it('calls back where it is given a function', async () => {
    const told = await new Promise((resolve) => {
      void AsyncStorage.getItem('nothing', (...values: unknown[]) => resolve(values));
    });
    expect(told).toEqual([null, null]);
  });

  it('refuses what is no text, and names the key', async () => {
    await expect((async () => AsyncStorage.setItem('count', 42 as never))()).rejects.toThrow(
      'AsyncStorage keeps texts: "count" was given number.',
    );
  });

  it('keeps storages of other names apart', async () => {
    const drafts = createAsyncStorage('drafts');
    await drafts.setItem('one', 'a draft');
    await AsyncStorage.setItem('one', 'a text');
    await drafts.clear();
    expect([await drafts.getItem('one'), await AsyncStorage.getItem('one')]).toEqual([
      null,
      'a text',
    ]);
  });
});
