import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import type { CrashFrame, MappingState, Platform } from '@host/contracts';
import { LRUCache } from 'lru-cache';

import type { ObjectStore } from '../../../../storage/objects/ObjectStore.types.ts';
import { startThread } from '../../../../storage/threads/startThread.ts';
import { Semaphore } from '../../../archive/Semaphore.ts';
import { uploadKey } from '../../../records/artifactKeys.ts';
import type { StackFrame } from '../../stackFrames.ts';
import type { MappingRequest, MappingAnswer } from './findSources.ts';
import { Lanes } from './Lanes.ts';

/** Stacks that are looked for in the source at once, each on a thread of its own. */
const MAX_AT_ONCE = 2;
/** How long that may take for one stack. */
const MAX_MS = 10_000;
/** Megabytes of memory for one stack: a map of 30 MB becomes a few hundred. */
const MAX_MEMORY_MB = 512;
/** Archives of maps that are looked into; larger ones are not. */
const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024;
/** Stacks of one mini-app that are looked for or wait for it; of more is said that it failed. */
const MAX_WAITING_OF_APP = 5;
/** Stacks whose places in the source are remembered. */
const MAX_REMEMBERED = 500;
/** For how long maps that took too much are not looked into again. */
const FAILURE_MS = 5 * 60_000;

/** Where the frames of a stack are in the source; none where nothing says so. */
export type MapStack = (
  of: { appId: string; version: string; platform: Platform },
  frames: readonly StackFrame[],
) => Promise<{ sources: readonly (CrashFrame['source'] | null)[]; mapping: MappingState }>;

const FAILED: Awaited<ReturnType<MapStack>> = { sources: [], mapping: 'failed' };

interface MapStackDeps {
  objects: ObjectStore;
  /** A file of this machine that nobody else uses. */
  newPath: () => string;
}

/** Applies the source maps of versions to stacks, beside the thread that answers requests, and with bounds. */
export function createMapStack({ objects, newPath }: MapStackDeps): MapStack {
  const turns = new Semaphore(MAX_AT_ONCE);
  const remembered = new LRUCache<string, Awaited<ReturnType<MapStack>>>({ max: MAX_REMEMBERED });
  const failed = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: FAILURE_MS });
  const lanes = new Lanes(MAX_WAITING_OF_APP);

  return async ({ appId, version, platform }, frames) => {
    const key = uploadKey(appId, version, `${platform}.maps.zip`);
    const found = await objects.stat(key);
    if (!found) return { sources: [], mapping: 'no-maps' };
    // A publisher could keep the processors busy with maps that always take the time they may.
    if (found.size > MAX_ARCHIVE_BYTES || failed.has(key)) return FAILED;
    const places = frames.map(({ file, line, column }) => ({ file, line, column }));
    // A version is immutable, and its maps are stored once.
    const name = JSON.stringify([key, places]);
    const known = remembered.get(name);
    if (known) return known;
    const mapped = await lanes.run(appId, () => turns.run(() => read(key, places)));
    if (!mapped) return FAILED;
    if (mapped.mapping !== 'failed') remembered.set(name, mapped);
    return mapped;
  };

  async function read(
    key: string,
    places: MappingRequest['places'],
  ): Promise<Awaited<ReturnType<MapStack>>> {
    if (failed.has(key)) return FAILED;
    const path = newPath();
    try {
      const content = await objects.read(key);
      if (!content) return { sources: [], mapping: 'no-maps' };
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      const answer = await onThread({ path, places }).catch(() => undefined);
      // What a publisher uploaded may be anything; the stack is shown as it was reported then.
      if (!answer) failed.set(key, true);
      const isFound = answer?.sources.some((each) => each !== null);
      return answer
        ? { sources: answer.sources, mapping: isFound ? 'applied' : 'no-match' }
        : FAILED;
    } catch {
      return FAILED;
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** Ends with an error when it takes too long or too much memory. */
async function onThread(request: MappingRequest): Promise<MappingAnswer> {
  const worker = startThread('sourceMapThread', request, {
    maxOldGenerationSizeMb: MAX_MEMORY_MB,
  });
  const timer = setTimeout(() => void worker.terminate(), MAX_MS);
  try {
    return await new Promise<MappingAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread ended without an answer.')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
