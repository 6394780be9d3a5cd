import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createMemoryStorage } from '../../platform/memory/createMemoryStorage.ts';
import { createOpenings } from '../openings/createOpenings.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import { createNotificationStore } from './createNotificationStore.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-01T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const WRITE_MS = 5;

/** A storage that takes its time, as one on a disk does, and counts how often it is written to. */
function slowStorage(isFull = () => false) {
  const memory = createMemoryStorage();
  let count = 0;
  const slowly = async (write: () => Promise<void>) => {
    count++;
    await new Promise((resolve) => setTimeout(resolve, WRITE_MS));
    if (isFull()) throw new Error('The disk is full.');
    await write();
  };
  const storage: PushStorage = {
    ...memory,
    set: (key, text) => slowly(() => memory.set(key, text)),
    delete: (key) => slowly(() => memory.delete(key)),
    write: (writes) => slowly(() => memory.write!(writes)),
  };
  return { storage, writes: () => count };
}

const notification = (id: number) => ({
  id: String(id),
  data: {},
  receivedAt: new Date(Date.now() + id).toISOString(),
});

describe('three hundred notifications at once', () => {
  it('are a few writes, and whoever draws them is told at most once for each picture', async () => {
    const { storage, writes } = slowStorage();
    const store = createNotificationStore(storage);
    let told = 0;
    store.subscribe(() => told++);
    const start = Date.now();
    const adding = Array.from({ length: 300 }, async (_, id) => {
      // They come over the network one by one, three in a millisecond.
      await new Promise((resolve) => setTimeout(resolve, id / 3));
      return store.add(notification(id));
    });
    const done = Promise.all(adding);
    await vi.runAllTimersAsync();
    expect(await done).not.toContain(false);
    const frames = (Date.now() - start) / 16;
    expect(store.get().notifications).toHaveLength(300);
    expect(writes()).toBeLessThanOrEqual(100 / WRITE_MS + 2);
    expect(told).toBeLessThanOrEqual(frames + 1);
  });

  it('that cannot be kept are not shown, and the next ones are', async () => {
    let isFull = true;
    const { storage } = slowStorage(() => isFull);
    const store = createNotificationStore(storage);
    const failing = Promise.allSettled([store.add(notification(1)), store.add(notification(2))]);
    await vi.runAllTimersAsync();
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(store.get().notifications).toEqual([]);
    isFull = false;
    const adding = store.add(notification(1));
    await vi.runAllTimersAsync();
    expect(await adding).toBe(true);
    expect(store.get().notifications).toHaveLength(1);
  });

  it('are told one by one, and written down as told together', async () => {
    const { storage, writes } = slowStorage();
    const openings = createOpenings(storage);
    const heard: string[] = [];
    openings.on('received', ({ id }) => heard.push(id));
    const telling = Promise.all(
      Array.from({ length: 300 }, (_, id) => openings.tell('received', notification(id))),
    );
    await vi.runAllTimersAsync();
    await telling;
    expect(heard).toHaveLength(300);
    expect(writes()).toBeLessThanOrEqual(3);
  });
});
