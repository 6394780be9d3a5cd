import { describe, expect, it, vi } from 'vitest';

import { createMemoryStorage } from '../../../platform/memory/createMemoryStorage.ts';
import { createCursor } from './createCursor.ts';

function cursorOf(texts = new Map<string, string>()) {
  const told: number[] = [];
  const storage = createMemoryStorage(texts);
  return { cursor: createCursor(storage, (at) => void told.push(at)), told, texts, storage };
}

/** Lets writes finish. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

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
    expect(told.length).toBeLessThanOrEqual(2);
    expect(told.at(-1)).toBe(100);
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
