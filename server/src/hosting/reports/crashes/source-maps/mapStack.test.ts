import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Database } from '../../../../storage/database/Database.types.ts';
import { createMemoryObjectStore } from '../../../../storage/objects/MemoryObjectStore.ts';
import type { ProcessLimits } from '../../../../storage/threads/runProcess.ts';
import { newAppId } from '../../../../testing/createTestServer.ts';
import { openTestDatabase } from '../../../../testing/testDatabase.ts';
import { testEngines } from '../../../../testing/testEngines.ts';
import { uploadKey } from '../../../records/artifactKeys.ts';
import { putArtifact } from '../../../records/artifactRows.ts';
import { createMapStack } from './mapStack.ts';
import { archiveOf, hugeMap, smallMap } from './testing/maps.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Little memory, so that little uses it up, and all the time that a busy machine may need. */
const LIMITS: ProcessLimits = { maxMs: 120_000, maxMemoryMb: 64, maxAnswerBytes: 100_000 };
const HUGE = hugeMap({ megabytes: 6 });

const of = (appId: string) => ({ appId, version: '1.0.0', platform: 'web' as const });
const frames = (line: number) => [{ reported: '', name: 'a', file: 'App.js', line, column: 1 }];

describe.each(testEngines())('source maps that take too much ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  let folder: string;
  beforeAll(async () => {
    ({ db, release } = await openTestDatabase({ engine }));
    folder = await mkdtemp(join(tmpdir(), 'maps-'));
  });
  afterAll(async () => {
    await release();
    await rm(folder, { recursive: true });
  });
  afterEach(() => vi.restoreAllMocks());

  const store = createMemoryObjectStore();
  let files = 0;
  const newPath = () => join(folder, `maps-${++files}`);

  async function upload(appId: string, bytes: Buffer): Promise<void> {
    const key = uploadKey(appId, '1.0.0', 'web.maps.zip');
    const contentType = 'application/zip';
    await store.putBytes(key, bytes, { contentType });
    const artifact = {
      key,
      appId,
      version: '1.0.0',
      kind: 'source-map' as const,
      contentType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      integrity: '',
      encodings: {},
    };
    await db.transaction((tx) => putArtifact(tx, artifact, Date.now()));
  }

  /** A node, with the archives that it reads; each is read once that may be. */
  function startNode(
    limits: Partial<ProcessLimits> = {},
    until: (key: string) => Promise<void> = async () => {},
  ) {
    const reads: string[] = [];
    const read = async (key: string) => {
      reads.push(key);
      await until(key);
      return store.read(key);
    };
    const objects = { ...store, read };
    const mapStack = createMapStack({ db, objects, newPath, limits: { ...LIMITS, ...limits } });
    return { mapStack, reads };
  }

  it('end nothing but what reads them, and others are read afterwards', async () => {
    const [bad, good] = [newAppId(), newAppId()];
    await upload(bad, await archiveOf(HUGE));
    await upload(good, await archiveOf(smallMap()));
    const { mapStack } = startNode();
    const [huge, small] = await Promise.all([
      mapStack(of(bad), frames(1)),
      mapStack(of(good), frames(1)),
    ]);
    expect(huge).toEqual({ sources: [], mapping: 'failed', failure: 'too-large' });
    expect(small).toMatchObject({ mapping: 'applied', sources: [{ file: 'src/App.ts', line: 1 }] });
    expect(await mapStack(of(good), frames(2))).toMatchObject({ mapping: 'no-match' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('are ended when their time is up', async () => {
    const appId = newAppId();
    await upload(appId, await archiveOf(HUGE));
    const { mapStack } = startNode({ maxMs: 1, maxMemoryMb: 4096 });
    expect(await mapStack(of(appId), frames(1))).toMatchObject({ failure: 'too-slow' });
  });

  it('are not looked into again for a day, whatever stack is asked for, by no node', async () => {
    const appId = newAppId();
    await upload(appId, await archiveOf(HUGE));
    const now = Date.now();
    const nodes = [startNode(), startNode()];
    const ask = async (line: number) => {
      const answers = [];
      for (const { mapStack } of nodes) answers.push(await mapStack(of(appId), frames(line)));
      return answers.map(({ failure }) => failure);
    };
    const reads = () => nodes.map((node) => node.reads.length);
    expect(await ask(1)).toEqual(['too-large', 'too-large']);
    expect(await ask(2)).toEqual(['too-large', 'too-large']);
    expect(reads()).toEqual([1, 0]);
    vi.spyOn(Date, 'now').mockReturnValue(now + DAY_MS + 60 * 60_000);
    expect(await ask(1)).toEqual(['too-large', 'too-large']);
    expect(reads()).toEqual([2, 0]);

    // Others may do.
    await upload(appId, await archiveOf(smallMap()));
    expect(await ask(1)).toEqual([undefined, undefined]);
  });

  it('are in the way of no other mini-app, and of their own only so many wait', async () => {
    const [bad, good] = [newAppId(), newAppId()];
    for (const appId of [bad, good]) await upload(appId, Buffer.from(`no archive of ${appId}`));
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => void (goOn = resolve));
    const { mapStack, reads } = startNode({}, async (key) => {
      if (key.includes(bad)) await waiting;
    });
    const slow = Array.from({ length: 8 }, (_, index) => mapStack(of(bad), frames(index + 1)));
    expect(await mapStack(of(good), frames(1))).toMatchObject({ failure: 'broken' });
    expect(await Promise.race(slow)).toMatchObject({ mapping: 'failed', failure: 'unavailable' });
    expect(reads.filter((key) => key.includes(bad))).toHaveLength(1);
    goOn();
    await Promise.all(slow);
  });
});
