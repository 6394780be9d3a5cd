import { Readable } from 'node:stream';
import { constants, createInflateRaw, deflateRawSync } from 'node:zlib';

import { LIMITS } from '@host/contracts';
import { afterEach, expect, it, vi } from 'vitest';

import { inspectArchive } from './inspectArchive.ts';
import { hostileStructures } from './testing/hostileStructures.ts';
import { rawZip } from './testing/rawZip.ts';
import { refusalOf } from './testing/refusalOf.ts';
import { saveArchive } from './testing/saveArchive.ts';

const MB = 1024 * 1024;

/** What zlib may have inflated ahead of the chunk that is looked at. */
const AHEAD_BYTES = 4 * 64 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
});

it('a bomb of 200 MB is stopped when it has inflated what its compressed size allows', async () => {
  const declared = { size: 200 * MB };
  const archive = rawZip([{ name: 'bomb.bin', data: deflatedZeros(200), declared }]);
  const path = await saveArchive(archive);
  const inflated = countInflated();

  expect(await refusalOf(inspectArchive(path))).toMatchObject({ code: 'artifact-too-large' });

  const allowed = LIMITS.expansionRatio * archive.length;
  expect(inflated()).toBeGreaterThan(allowed / 2);
  expect(inflated()).toBeLessThan(allowed + AHEAD_BYTES);
});

it('a bomb of many files is stopped when they have inflated what the limit allows', async () => {
  const content = Buffer.alloc(MB);
  const files = Array.from({ length: 50 }, (_, index) => ({ name: `${index}.bin`, content }));
  const path = await saveArchive(rawZip(files));
  const inflated = countInflated();

  const limits = { ...LIMITS, expansionRatio: 2000, unpackedBytes: 10 * MB };
  expect(await refusalOf(inspectArchive(path, limits))).toMatchObject({
    code: 'artifact-too-large',
  });

  expect(inflated()).toBeGreaterThan(10 * MB);
  expect(inflated()).toBeLessThan(10 * MB + AHEAD_BYTES);
});

it('a bomb that declares ten bytes is stopped at the first that are too many', async () => {
  const bomb = { name: 'bomb.bin', content: Buffer.alloc(20 * MB), declared: { size: 10 } };
  const path = await saveArchive(rawZip([bomb]));
  const inflated = countInflated();

  expect(await refusalOf(inspectArchive(path))).toMatchObject({ code: 'artifact-corrupt' });

  expect(inflated()).toBeGreaterThan(0);
  expect(inflated()).toBeLessThan(AHEAD_BYTES);
});

it('a bomb of files that share their data is refused before anything is inflated', async () => {
  const overlapping = hostileStructures().find(({ what }) => what === 'files that overlap');
  const path = await saveArchive(overlapping?.archive ?? Buffer.alloc(0));
  const inflated = countInflated();

  const refusal = await refusalOf(inspectArchive(path));

  expect(refusal.message).toContain('overlaps');
  expect(inflated()).toBe(0);
});

/** What zeros deflate to, made a megabyte at a time: the same block over and over, and a last empty one. */
function deflatedZeros(megabytes: number): Buffer {
  const finishFlush = constants.Z_FULL_FLUSH;
  const block = deflateRawSync(Buffer.alloc(MB), { finishFlush });
  return Buffer.concat([Buffer.alloc(block.length * megabytes, block), deflateRawSync('')]);
}

/** Counts what leaves zlib, whether it is used afterwards or not. */
function countInflated(): () => number {
  const prototype: Readable = Object.getPrototypeOf(createInflateRaw());
  const push = vi.spyOn(prototype, 'push');
  return () =>
    push.mock.calls.reduce((sum, [chunk]) => sum + (Buffer.isBuffer(chunk) ? chunk.length : 0), 0);
}
