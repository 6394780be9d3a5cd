import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createMemoryObjectStore } from '../../../../storage/objects/MemoryObjectStore.ts';
import { createMapStack } from './mapStack.ts';

const BAD = 'com.acme.bad';
const GOOD = 'com.acme.good';
const keyOf = (appId: string) => `source-maps/${appId}/1.0.0/web.maps.zip`;
const of = (appId: string) => ({ appId, version: '1.0.0', platform: 'web' as const });
const frames = (line: number) => [{ reported: '', name: 'a', file: 'App.js', line, column: 1 }];

describe('source maps that take too much', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'maps-'))));
  afterAll(() => rm(folder, { recursive: true }));

  /** Maps that are no archives, how often each was read, and what reading those of one mini-app waits for. */
  async function start(until: Promise<void> = Promise.resolve()) {
    const store = createMemoryObjectStore();
    const reads: string[] = [];
    for (const appId of [BAD, GOOD]) {
      const bytes = Buffer.from('no archive');
      await store.putBytes(keyOf(appId), bytes, { contentType: 'application/zip' });
    }
    const read = async (key: string) => {
      reads.push(key);
      if (key === keyOf(BAD)) await until;
      return store.read(key);
    };
    let files = 0;
    const newPath = () => join(folder, `maps-${++files}`);
    return { reads, mapStack: createMapStack({ objects: { ...store, read }, newPath }) };
  }

  it('are not looked into again for a while, whatever stack is asked for', async () => {
    const { mapStack, reads } = await start();
    for (const line of [1, 2, 3]) {
      expect((await mapStack(of(BAD), frames(line))).mapping).toBe('failed');
    }
    expect(reads).toEqual([keyOf(BAD)]);
  });

  it('are in the way of no other mini-app, and of their own only so many wait', async () => {
    let release = () => {};
    const { mapStack, reads } = await start(new Promise((resolve) => void (release = resolve)));
    const slow = Array.from({ length: 8 }, (_, index) => mapStack(of(BAD), frames(index + 1)));
    expect((await mapStack(of(GOOD), frames(1))).mapping).toBe('failed');
    expect(await Promise.race(slow)).toEqual({ sources: [], mapping: 'failed' });
    expect(reads.filter((key) => key === keyOf(BAD))).toHaveLength(1);
    release();
    await Promise.all(slow);
  });
});
