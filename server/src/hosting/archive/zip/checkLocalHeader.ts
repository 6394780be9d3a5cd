import type { Entry, LocalFileHeader } from 'yauzl';

import { archiveError } from './archiveError.ts';

const ENCRYPTED = 0x1;
const SIZES_FOLLOW_THE_DATA = 0x8;
const STATED_IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 0x0001;

/**
 * Refuses an entry whose two headers contradict each other: readers that go by the directory and readers that go
 * front to back would unpack different files.
 */
export function checkLocalHeader(
  entry: Entry,
  local: LocalFileHeader,
  fields: readonly { id: number; data: Buffer }[],
  path: string,
): void {
  const streamed = isStreamed(local);
  const zip64 = zip64Sizes(local, fields);
  const agrees = (here: number, there: number) => here === there || (streamed && here === 0);
  const sizeAgrees = (here: number, there: number, long: bigint | undefined) => {
    if (here !== STATED_IN_ZIP64) return agrees(here, there);
    // A streaming writer leaves the sizes empty here and puts them into the data descriptor.
    if (long === undefined) return streamed;
    return long === BigInt(there) || (streamed && long === 0n);
  };

  const contradictions: readonly (readonly [string, boolean])[] = [
    ['name', !local.fileName.equals(entry.fileNameRaw)],
    ['compression method', local.compressionMethod !== entry.compressionMethod],
    ['encryption', (local.generalPurposeBitFlag & ENCRYPTED) !== 0],
    ['CRC-32', !agrees(local.crc32, entry.crc32)],
    [
      'compressed size',
      !sizeAgrees(local.compressedSize, entry.compressedSize, zip64.compressedSize),
    ],
    ['size', !sizeAgrees(local.uncompressedSize, entry.uncompressedSize, zip64.size)],
  ];
  const first = contradictions.find(([, differs]) => differs);
  if (first) {
    throw archiveError(
      'artifact-corrupt',
      path,
      `has another ${first[0]} in its own header than in the directory; expected the same`,
    );
  }
}

/** Whether a data descriptor with the sizes follows an entry's data. */
export function isStreamed(local: LocalFileHeader): boolean {
  return (local.generalPurposeBitFlag & SIZES_FOLLOW_THE_DATA) !== 0;
}

/** The sizes in the zip64 field of a header: those that do not fit into their 32-bit fields, in this order. */
function zip64Sizes(
  local: LocalFileHeader,
  fields: readonly { id: number; data: Buffer }[],
): { size: bigint | undefined; compressedSize: bigint | undefined } {
  const data = fields.find(({ id }) => id === ZIP64_FIELD)?.data;
  let at = 0;
  const next = (stated: number) => {
    if (stated !== STATED_IN_ZIP64 || !data || at + 8 > data.length) return undefined;
    at += 8;
    return data.readBigUInt64LE(at - 8);
  };
  return { size: next(local.uncompressedSize), compressedSize: next(local.compressedSize) };
}
