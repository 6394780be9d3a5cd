import { describe, expect, it } from 'vitest';

import { ChangeCache } from './ChangeCache.ts';
import { ChangeFeed } from './ChangeFeed.ts';

interface Value {
  text: string;
}

function cacheOn(max = 10) {
  const feed = new ChangeFeed();
  const cache = new ChangeCache<Value>(feed, { max, forgets: { apps: 'key', keys: 'all' } });
  const keep = (key: string) => cache.load(key, async () => ({ text: key }));
  return { feed, cache, keep };
}

function held<Result>() {
  let arrive!: (value: Result) => void;
  const arrival = new Promise<Result>((resolve) => (arrive = resolve));
  return { arrive, arrival };
}

describe('a change cache', () => {
  it('keeps what was read until a change of it is heard', async () => {
    const { feed, cache, keep } = cacheOn();
    await keep('one');
    await keep('two');
    feed.emit({ topic: 'elsewhere', key: 'one' });
    expect(cache.get('one')).toEqual({ text: 'one' });
    feed.emit({ topic: 'apps', key: 'one' });
    expect([cache.get('one'), cache.get('two')]).toEqual([undefined, { text: 'two' }]);
    feed.emit({ topic: 'keys', key: 'nobody' });
    expect(cache.get('two')).toBeUndefined();
  });

  it.each([
    ['a change of the value', { topic: 'apps', key: 'one' }],
    ['a change of all values', { topic: 'keys', key: '' }],
    ['that changes were missed', undefined],
  ])('does not keep what was being read when it heard %s', async (_what, change) => {
    const { feed, cache, keep } = cacheOn();
    const { arrive, arrival } = held<Value>();
    const loading = cache.load('one', () => arrival);
    feed.emit(change);
    arrive({ text: 'outdated' });
    expect(await loading).toEqual({ text: 'outdated' });
    expect(cache.get('one')).toBeUndefined();
    await keep('one');
    expect(cache.get('one')).toEqual({ text: 'one' });
  });

  it('keeps what was being read when it heard of something else', async () => {
    const { feed, cache } = cacheOn();
    const { arrive, arrival } = held<Value>();
    const loading = cache.load('one', () => arrival);
    feed.emit({ topic: 'elsewhere', key: 'one' });
    arrive({ text: 'one' });
    await loading;
    expect(cache.get('one')).toEqual({ text: 'one' });
  });

  it('forgets everything when changes may have been missed', async () => {
    const { feed, cache, keep } = cacheOn();
    await keep('one');
    await keep('two');
    feed.emit(undefined);
    expect([cache.get('one'), cache.get('two')]).toEqual([undefined, undefined]);
  });

  it('keeps neither what is not there nor what could not be read', async () => {
    const { cache } = cacheOn();
    expect(await cache.load('one', async () => undefined)).toBeUndefined();
    await expect(cache.load('one', () => Promise.reject(new Error('gone')))).rejects.toThrow(
      'gone',
    );
    expect(cache.get('one')).toBeUndefined();
  });

  it('keeps no more values than it may, those that were asked for last', async () => {
    const { cache, keep } = cacheOn(2);
    await keep('one');
    await keep('two');
    cache.get('one');
    await keep('three');
    expect(['one', 'two', 'three'].filter((key) => cache.get(key))).toEqual(['one', 'three']);
  });

  it('hears nothing once it is closed', async () => {
    const { feed, cache, keep } = cacheOn();
    await keep('one');
    cache.close();
    feed.emit(undefined);
    expect(cache.get('one')).toEqual({ text: 'one' });
  });
});
