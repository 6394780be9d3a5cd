import type { FileHandle } from 'node:fs/promises';

import { ApiError } from '../../../errors/ApiError.ts';

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;

/** Where an archive's directory lies, and how many entries it lists. */
export interface EndRecord {
  readonly archiveBytes: number;
  readonly entryCount: number;
  readonly directoryStart: number;
  readonly directoryEnd: number;
}

/**
 * Reads the end of a zip more strictly than yauzl does, and before yauzl sees it: every reader has to find the same
 * directory. So nothing may follow the record (a comment could hold a second one), its numbers have to agree with
 * where it lies, and zip64 is refused: nothing within the limits needs it, it states the directory's place a second
 * time, and its 64-bit offsets make yauzl throw where nobody can catch it.
 */
export async function readEndRecord(file: FileHandle): Promise<EndRecord> {
  const archiveBytes = (await file.stat()).size;
  if (archiveBytes < END_BYTES) throw corrupt('is too short to be a zip');

  const tail = Buffer.alloc(Math.min(archiveBytes, END_BYTES + ZIP64_LOCATOR_BYTES));
  await file.read(tail, 0, tail.length, archiveBytes - tail.length);
  const end = tail.subarray(-END_BYTES);

  if (end.readUInt32LE(0) !== END_SIGNATURE) {
    throw corrupt(
      'is not a zip, is cut off, or has a comment or other bytes after its end; expected it to end with the end of central directory record',
    );
  }
  if (
    tail.length > END_BYTES &&
    tail.readUInt32LE(tail.length - END_BYTES - ZIP64_LOCATOR_BYTES) === ZIP64_LOCATOR_SIGNATURE
  ) {
    throw corrupt('has a zip64 end record; expected a plain zip, which is enough for its size');
  }

  const entryCount = end.readUInt16LE(10);
  const directoryBytes = end.readUInt32LE(12);
  const directoryStart = end.readUInt32LE(16);
  const directoryEnd = archiveBytes - END_BYTES;
  const onOneDisk =
    end.readUInt16LE(4) === 0 && end.readUInt16LE(6) === 0 && end.readUInt16LE(8) === entryCount;

  if (!onOneDisk) throw corrupt('is a part of a set; expected one whole zip');
  if (end.readUInt16LE(20) !== 0) throw corrupt('announces a comment that it does not have');
  if (directoryStart + directoryBytes !== directoryEnd) {
    throw corrupt(
      `has its directory at ${directoryStart} with ${directoryBytes} bytes; expected it to reach up to the end record at ${directoryEnd}`,
    );
  }
  return { archiveBytes, entryCount, directoryStart, directoryEnd };
}

function corrupt(detail: string): ApiError {
  return new ApiError('artifact-corrupt', `The archive ${detail}.`);
}
