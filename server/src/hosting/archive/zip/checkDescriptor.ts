import type { ArchiveEntry } from './ArchiveEntry.ts';
import { archiveError } from './archiveError.ts';

const SIGNATURE = 0x08074b50;
const SIGNATURE_BYTES = 4;
const SHORT_BYTES = 12;
const LONG_BYTES = 20;

/** The maximal length of a data descriptor, which repeats the sizes after the data. */
export const DESCRIPTOR_BYTES = SIGNATURE_BYTES + LONG_BYTES;

/**
 * Refuses a file whose header announces a data descriptor when something else follows its data: streaming readers, which
 * go front to back, believe what is there.
 */
export function checkDescriptor(entry: ArchiveEntry, behind: Buffer): void {
  const hasSignature =
    [SHORT_BYTES, LONG_BYTES].includes(behind.length - SIGNATURE_BYTES) &&
    behind.readUInt32LE(0) === SIGNATURE;
  const record = hasSignature ? behind.subarray(SIGNATURE_BYTES) : behind;
  const compressedSize = entry.end - entry.dataStart;
  const agrees =
    (record.length === SHORT_BYTES &&
      record.readUInt32LE(0) === entry.crc32 &&
      record.readUInt32LE(4) === compressedSize &&
      record.readUInt32LE(8) === entry.size) ||
    (record.length === LONG_BYTES &&
      record.readUInt32LE(0) === entry.crc32 &&
      record.readBigUInt64LE(4) === BigInt(compressedSize) &&
      record.readBigUInt64LE(12) === BigInt(entry.size));
  if (agrees) return;
  throw archiveError(
    'artifact-corrupt',
    entry.path,
    'has other sizes behind its data than in the directory, or none; expected the same',
  );
}
