import { Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { createMemoryObjectStore } from '../../../storage/objects/MemoryObjectStore.ts';
import type { ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';
import { ContentCache } from './ContentCache.ts';

const LIMITS = { largestContent: 100, allContents: 1000 };

describe('the cache of contents', () => {
  it('gives a content at once from the second time on', async () => {
    const { cache, reads } = await cacheOf({ a: 10 });
    expect(cache.peek('a')).toBeUndefined();
    expect(await cache.load('a', 10)).toHaveLength(10);
    expect(cache.peek('a')).toHaveLength(10);
    expect(await cache.load('a', 10)).toHaveLength(10);
    expect(reads).toEqual(['a']);
  });

  it('reads once for all who ask at the same time', async () => {
    const { cache, reads } = await cacheOf({ a: 10 });
    const loaded = await Promise.all(Array.from({ length: 50 }, () => cache.load('a', 10)));
    expect(new Set(loaded).size).toBe(1);
    expect(reads).toEqual(['a']);
  });

  it('never keeps more bytes than its limit, however much is asked for', async () => {
    const sizes = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`key${n}`, n % 101]));
    const { cache } = await cacheOf(sizes);
    for (let round = 0; round < 3; round++) {
      for (const [key, size] of Object.entries(sizes)) {
        await cache.load(key, size);
        const kept = Object.keys(sizes).map((each) => cache.peek(each)?.length ?? 0);
        expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(1000);
      }
    }
  });

  it('keeps what fits and nothing larger', async () => {
    const { cache } = await cacheOf({ fits: 100, large: 101 });
    expect(cache.keeps(100)).toBe(true);
    expect(cache.keeps(101)).toBe(false);
    await cache.load('fits', 100);
    await cache.load('large', 101);
    expect(cache.peek('fits')).toHaveLength(100);
    expect(cache.peek('large')).toBeUndefined();
  });

  it('an empty content is one, too', async () => {
    const { cache } = await cacheOf({ empty: 0 });
    expect(await cache.load('empty', 0)).toHaveLength(0);
  });

  it('says undefined for what is gone, and asks again the next time', async () => {
    const { cache, reads } = await cacheOf({});
    expect(await cache.load('gone', 1)).toBeUndefined();
    expect(await cache.load('gone', 1)).toBeUndefined();
    expect(reads).toEqual(['gone', 'gone']);
  });

  it('refuses a content of another size and does not keep it', async () => {
    const { cache } = await cacheOf({ cut: 7 });
    await expect(cache.load('cut', 10)).rejects.toThrow(/cut has 7 bytes.* not 10/);
    expect(cache.peek('cut')).toBeUndefined();
  });

  it('a failed read is not remembered', async () => {
    const { cache, objects } = await cacheOf({ a: 10 });
    const read = objects.read.bind(objects);
    objects.read = async () =>
      new Readable({ read: (): void => void 0 }).destroy(new Error('disk'));
    await expect(cache.load('a', 10)).rejects.toThrow('disk');
    objects.read = read;
    expect(await cache.load('a', 10)).toHaveLength(10);
  });

  it('who waits for a slow read gets it, also when others fill the cache meanwhile', async () => {
    const sizes = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, 100]));
    const { cache, objects } = await cacheOf({ ...sizes, slow: 50 });
    const read = objects.read.bind(objects);
    let goOn!: () => void;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    objects.read = async (key) => {
      if (key === 'slow') await held;
      return read(key);
    };
    const waiting = cache.load('slow', 50);
    for (const key of Object.keys(sizes)) await cache.load(key, 100);
    goOn();
    expect(await waiting).toHaveLength(50);
  });
});

/** A cache in front of objects of the given sizes, and a record of what it reads from them. */
async function cacheOf(sizes: Record<string, number>) {
  const objects: ObjectStore = createMemoryObjectStore();
  for (const [key, size] of Object.entries(sizes)) {
    await objects.putBytes(key, Buffer.alloc(size, 'x'), { contentType: 'text/plain' });
  }
  const reads: string[] = [];
  const read = objects.read.bind(objects);
  objects.read = (key, range) => {
    reads.push(key);
    return read(key, range);
  };
  return { cache: new ContentCache(objects, LIMITS), objects, reads };
}
