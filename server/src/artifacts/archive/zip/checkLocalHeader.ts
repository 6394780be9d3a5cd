import type { Entry, LocalFileHeader } from 'yauzl';

import { archiveError } from './archiveError.ts';

const ENCRYPTED = 0x1;
const SIZES_FOLLOW_THE_DATA = 0x8;
const STATED_IN_ZIP64 = 0xffffffff;

/**
 * Refuses an entry whose two headers contradict each other: readers that go by the directory and readers that go
 * front to back would unpack different files.
 */
export function checkLocalHeader(entry: Entry, local: LocalFileHeader, path: string): void {
  const streamed = (local.generalPurposeBitFlag & SIZES_FOLLOW_THE_DATA) !== 0;
  const agrees = (here: number, there: number) => here === there || (streamed && here === 0);
  const sizeAgrees = (here: number, there: number) =>
    here === STATED_IN_ZIP64 || agrees(here, there);

  const contradictions: readonly (readonly [string, boolean])[] = [
    ['name', !local.fileName.equals(entry.fileNameRaw)],
    ['compression method', local.compressionMethod !== entry.compressionMethod],
    ['encryption', (local.generalPurposeBitFlag & ENCRYPTED) !== 0],
    ['CRC-32', !agrees(local.crc32, entry.crc32)],
    ['compressed size', !sizeAgrees(local.compressedSize, entry.compressedSize)],
    ['size', !sizeAgrees(local.uncompressedSize, entry.uncompressedSize)],
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
