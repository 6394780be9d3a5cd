import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createMemoryStorage } from '../../../platform/memory/createMemoryStorage.ts';
import { GATHER_MS, MAX_GATHERED, createCursor } from './createCursor.ts';

function cursorOf(texts = new Map<string, string>()) {
  const told: number[] = [];
  const storage = createMemoryStorage(texts);
  return { cursor: createCursor(storage, (at) => void told.push(at)), told, texts, storage };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets writes finish, and nothing wait. */
const settle = () => vi.advanceTimersByTimeAsync(GATHER_MS);
/** Lets writes finish. */
const write = () => vi.advanceTimersByTimeAsync(0);

describe('the cursor of a device', () => {
  it('is acknowledged once what it names is kept, and the cursor itself', async () => {
    const { cursor, told, texts } = cursorOf();
    cursor.restart(0);
    cursor.arrived('a', 3);
    await settle();
    expect(told).toEqual([]);
    cursor.kept('a');
    await settle();
    expect(told).toEqual([3]);
    expect([...texts.values()]).toEqual(['3']);
  });

  it('never passes over a message that is not kept yet', async () => {
    const { cursor, told } = cursorOf();
    cursor.restart(0);
    cursor.arrived('a', 1);
    cursor.arrived('b', 2);
    cursor.kept('b');
    await settle();
    expect(told).toEqual([]);
    cursor.kept('a');
    await settle();
    expect(told).toEqual([2]);
  });

  it('acknowledges many that are kept at once together', async () => {
    const { cursor, told } = cursorOf();
    cursor.restart(0);
    for (let id = 1; id <= 100; id++) cursor.arrived(String(id), id);
    for (let id = 1; id <= 100; id++) cursor.kept(String(id));
    await settle();
    expect(told).toEqual([100]);
  });

  it('acknowledges one at once, then gathers for a second, however many come meanwhile', async () => {
    const { cursor, told, texts } = cursorOf();
    cursor.restart(0);
    for (let id = 1; id <= 4; id++) {
      cursor.arrived(String(id), id);
      cursor.kept(String(id));
      await vi.advanceTimersByTimeAsync(GATHER_MS / 8);
      // Whatever happens now, it goes on after this one.
      expect([...texts.values()]).toEqual([String(id)]);
    }
    // A single one does not wait.
    expect(told).toEqual([1]);
    await vi.advanceTimersByTimeAsync(GATHER_MS / 2);
    expect(told).toEqual([1, 4]);
    await vi.advanceTimersByTimeAsync(10 * GATHER_MS);
    expect(told).toEqual([1, 4]);
  });

  it('waits no longer once many are gathered', async () => {
    const { cursor, told } = cursorOf();
    cursor.restart(0);
    for (let id = 1; id <= MAX_GATHERED + 1; id++) {
      cursor.arrived(String(id), id);
      cursor.kept(String(id));
      await write();
    }
    expect(told).toEqual([1, MAX_GATHERED + 1]);
  });

  it('waits for nothing when it is asked to', async () => {
    const { cursor, told } = cursorOf();
    cursor.restart(0);
    for (const id of [1, 2, 3]) {
      cursor.arrived(String(id), id);
      cursor.kept(String(id));
      await write();
    }
    expect(told).toEqual([1]);
    cursor.flush();
    expect(told).toEqual([1, 3]);
    await settle();
    expect(told).toEqual([1, 3]);
  });

  it('says nothing of an earlier connection on a new one', async () => {
    const { cursor, told } = cursorOf();
    cursor.restart(0);
    for (const at of [1, 2]) {
      cursor.arrived(String(at), at);
      cursor.kept(String(at));
      await write();
    }
    cursor.restart(2);
    await settle();
    expect(told).toEqual([1]);
  });

  it('acknowledges what was sent out of turn, without going back', async () => {
    const { cursor, told, texts } = cursorOf();
    cursor.restart(10);
    cursor.arrived('late', 5);
    cursor.kept('late');
    await settle();
    expect(told).toEqual([10]);
    expect([...texts.values()]).toEqual(['10']);
  });

  it('goes along with a heartbeat only when nothing waits', async () => {
    const { cursor, told, texts } = cursorOf();
    cursor.restart(1);
    cursor.arrived('a', 2);
    cursor.idle(9);
    await settle();
    expect([...texts.values()]).toEqual(['1']);
    cursor.kept('a');
    cursor.idle(9);
    await settle();
    expect([...texts.values()]).toEqual(['9']);
    expect(told.at(-1)).toBe(9);
  });

  it('is where it was after a restart; what makes no sense is none', async () => {
    const { cursor, texts } = cursorOf();
    expect(await cursor.load()).toBeUndefined();
    cursor.restart(7);
    await settle();
    expect(await cursorOf(texts).cursor.load()).toBe(7);
    expect(await cursorOf(new Map([['gateway/cursor', 'x']])).cursor.load()).toBeUndefined();
  });

  it('acknowledges nothing that could not be written, and goes on with the next', async () => {
    const { cursor, told, storage } = cursorOf();
    cursor.restart(0);
    await settle();
    vi.spyOn(storage, 'set').mockRejectedValueOnce(new Error('full'));
    cursor.arrived('a', 1);
    cursor.kept('a');
    await settle();
    expect(told).toEqual([]);
    cursor.arrived('b', 2);
    cursor.kept('b');
    await settle();
    expect(told).toEqual([2]);
  });
});
