import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import type { CrashFrame, MappingFailure, MappingState, Platform } from '@host/contracts';
import { LRUCache } from 'lru-cache';

import type { Database } from '../../../../storage/database/Database.types.ts';
import type { ObjectStore } from '../../../../storage/objects/ObjectStore.types.ts';
import { programFile } from '../../../../storage/threads/programFile.ts';
import {
  type ProcessEnd,
  type ProcessLimits,
  runProcess,
} from '../../../../storage/threads/runProcess.ts';
import { Semaphore } from '../../../../operations/concurrency/Semaphore.ts';
import { uploadKey } from '../../../records/artifactKeys.ts';
import type { StackFrame } from '../../stackFrames.ts';
import type { MappingRequest, MappingAnswer } from './findSources.ts';
import { Lanes } from '../../../../operations/concurrency/Lanes.ts';
import { type StoredMaps, findMaps, rememberFailure } from './mapRows.ts';

/** Stacks that are mapped concurrently, each in a process of its own. */
const MAX_AT_ONCE = 2;
/** Timeout for mapping one stack. */
const MAX_MS = 10_000;
/** Heap limit for one stack, in megabytes: a typical source map of 24 MB takes about 200. */
const MAX_MEMORY_MB = 256;
/** Bytes of the result for one stack. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Larger archives of source maps are not read. */
const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024;
/** Stacks of one mini-app that are being mapped or wait for it; further ones are answered as unavailable. */
const MAX_WAITING_OF_APP = 5;
/** Mapped stacks that are cached. */
const MAX_REMEMBERED = 500;
/** How long maps that exceeded a limit are not tried again. Not forever: the machine may just have been busy. */
const FAILURE_MS = 24 * 60 * 60_000;

interface MappedStack {
  /** One for each frame, null where no source map contains it. */
  sources: readonly (CrashFrame['source'] | null)[];
  mapping: MappingState;
  /** Set if mapping failed. */
  failure?: MappingFailure;
}

/** Maps the frames of a stack to the source. */
export type MapStack = (
  of: { appId: string; version: string; platform: Platform },
  frames: readonly StackFrame[],
) => Promise<MappedStack>;

interface MapStackDeps {
  db: Database;
  objects: ObjectStore;
  /** A file of this machine that nobody else uses. */
  newPath: () => string;
  limits?: ProcessLimits;
}

const NO_MAPS: MappedStack = { sources: [], mapping: 'no-maps' };

const WITHOUT_ANSWER: Readonly<Record<Exclude<ProcessEnd['kind'], 'answered'>, MappingFailure>> = {
  'out-of-time': 'too-slow',
  'out-of-memory': 'too-large',
  failed: 'unavailable',
};

/** Applies the source maps of versions to stacks, in separate processes with limits on time and memory. */
export function createMapStack({
  db,
  objects,
  newPath,
  limits = { maxMs: MAX_MS, maxMemoryMb: MAX_MEMORY_MB, maxAnswerBytes: MAX_ANSWER_BYTES },
}: MapStackDeps): MapStack {
  const turns = new Semaphore(MAX_AT_ONCE);
  const remembered = new LRUCache<string, MappedStack>({ max: MAX_REMEMBERED });
  const lanes = new Lanes(MAX_WAITING_OF_APP);

  return async ({ appId, version, platform }, frames) => {
    const key = uploadKey(appId, version, `${platform}.maps.zip`);
    const places = frames.map(({ file, line, column }) => ({ file, line, column }));
    const maps = await findMaps(db, key);
    if (!maps) return NO_MAPS;
    return (
      known(maps, places) ??
      (await lanes.run(appId, () => turns.run(() => read(key, places)))) ??
      failed('unavailable')
    );
  };

  /** Cached results and failures: without them, a publisher could keep the CPUs busy with maps that use up their time limit. */
  function known(
    { size, sha256, failure }: StoredMaps,
    places: MappingRequest['places'],
  ): MappedStack | undefined {
    if (size > MAX_ARCHIVE_BYTES) return failed('too-large');
    if (failure && Date.now() - failure.at < FAILURE_MS) return failed(failure.why);
    return remembered.get(nameOf(sha256, places));
  }

  async function read(key: string, places: MappingRequest['places']): Promise<MappedStack> {
    // Another caller may have mapped the same stack while this one waited.
    const maps = await findMaps(db, key);
    if (!maps) return NO_MAPS;
    const already = known(maps, places);
    if (already) return already;
    const end = await look(key, places);
    if (end.kind === 'answered') {
      const mapped = toMapped(JSON.parse(end.answer) as MappingAnswer);
      remembered.set(nameOf(maps.sha256, places), mapped);
      return mapped;
    }
    const why = WITHOUT_ANSWER[end.kind];
    if (why !== 'unavailable') {
      await rememberFailure(db, { key, sha256: maps.sha256 }, why, Date.now());
    }
    return failed(why);
  }

  async function look(key: string, places: MappingRequest['places']): Promise<ProcessEnd> {
    const path = newPath();
    try {
      const content = await objects.read(key);
      if (!content) return { kind: 'failed' };
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      const request: MappingRequest = { path, places };
      return await runProcess(programFile('sourceMapProcess'), request, limits);
    } catch {
      // The stack is then shown as it was reported.
      return { kind: 'failed' };
    } finally {
      await rm(path, { force: true });
    }
  }
}

function nameOf(sha256: string, places: MappingRequest['places']): string {
  return JSON.stringify([sha256, places]);
}

function toMapped({ sources, problem }: MappingAnswer): MappedStack {
  const isFound = sources.some((each) => each !== null);
  if (!isFound && problem) return failed(problem);
  return { sources, mapping: isFound ? 'applied' : 'no-match' };
}

function failed(failure: MappingFailure): MappedStack {
  return { sources: [], mapping: 'failed', failure };
}
