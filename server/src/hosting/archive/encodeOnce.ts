import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

import { isCompressible } from './contentTypes.ts';
import { Semaphore } from '../../operations/concurrency/Semaphore.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Below this, the headers of an answer cost more than compression saves. */
const SMALLEST_BYTES = 512;
const WORTHWHILE_SHARE = 0.95;

/** Each takes megabytes, and one of the four threads of libuv's pool, which all file access shares. */
const ENCODERS_AT_ONCE = 2;
const turns = new Semaphore(ENCODERS_AT_ONCE);

/** A compressed copy of a file. */
export interface EncodedVariant {
  readonly encoding: 'br' | 'gzip';
  readonly path: string;
  readonly size: number;
}

/**
 * Writes the brotli and gzip variants of a file into a folder, so that no request ever has to compress. Returns those
 * that save at least 5 %: none for a tiny file, or one that is compressed already, going by `fileName`.
 */
export async function encodeOnce(
  sourcePath: string,
  targetFolder: string,
  fileName: string,
): Promise<EncodedVariant[]> {
  if (!isCompressible(fileName)) return [];
  const { size } = await stat(sourcePath);
  if (size < SMALLEST_BYTES) return [];

  const variants: EncodedVariant[] = [];
  try {
    for (const encoding of ['br', 'gzip'] as const) {
      const variant = await turns.run(() => encode(sourcePath, targetFolder, encoding, size));
      if (variant.size <= size * WORTHWHILE_SHARE) variants.push(variant);
      else await rm(variant.path);
    }
  } catch (error) {
    await Promise.all(variants.map(({ path }) => rm(path, { force: true })));
    throw error;
  }
  return variants;
}

async function encode(
  sourcePath: string,
  targetFolder: string,
  encoding: EncodedVariant['encoding'],
  sourceSize: number,
): Promise<EncodedVariant> {
  // Not derived from the name in the archive: names cannot collide in the folder, and none can escape from it.
  const path = join(targetFolder, `${randomUUID()}.${encoding}`);
  const encoder = encoding === 'br' ? createBrotli(sourceSize) : createGzip({ level: 9 });
  try {
    await pipeline(createReadStream(sourcePath), encoder, createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { encoding, path, size: (await stat(path)).size };
}

function createBrotli(sourceSize: number) {
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality(sourceSize),
      [constants.BROTLI_PARAM_SIZE_HINT]: sourceSize,
    },
  });
}

/** The best quality takes about two seconds for a megabyte: it is used for small files, since large ones would take minutes. */
function brotliQuality(bytes: number): number {
  if (bytes <= 256 * KB) return 11;
  if (bytes <= 2 * MB) return 9;
  return 6;
}
