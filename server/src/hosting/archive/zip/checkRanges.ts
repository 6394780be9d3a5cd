import type { FileHandle } from 'node:fs/promises';

import { ApiError } from '../../../errors/ApiError.ts';
import type { ArchiveEntry } from './ArchiveEntry.ts';
import { archiveError } from './archiveError.ts';
import { DESCRIPTOR_BYTES, checkDescriptor } from './checkDescriptor.ts';
import { printableName } from './printableName.ts';

/**
 * Refuses entries that share bytes with each other or with the directory: the trick by which a small archive holds
 * thousands of large files that each look honest. Also refuses bytes that belong to no entry: streaming readers could find
 * a file there that nobody else sees.
 */
export async function checkRanges(
  file: FileHandle,
  entries: readonly ArchiveEntry[],
  directoryStart: number,
): Promise<void> {
  let previous: ArchiveEntry | undefined;
  for (const entry of entries.toSorted((a, b) => a.start - b.start)) {
    if (previous && entry.start < previous.end) {
      throw archiveError(
        'artifact-corrupt',
        entry.path,
        `overlaps ${printableName(previous.path)}; expected every file to have its own bytes`,
      );
    }
    await checkBetween(file, previous, entry.start, printableName(entry.path));
    previous = entry;
  }
  if (previous && previous.end > directoryStart) {
    throw archiveError(
      'artifact-corrupt',
      previous.path,
      'reaches into the directory; expected it to end before',
    );
  }
  await checkBetween(file, previous, directoryStart, 'the directory');
}

/** Checks the gap between the data of one entry and whatever comes next: it is empty, or the entry's data descriptor. */
async function checkBetween(
  file: FileHandle,
  entry: ArchiveEntry | undefined,
  next: number,
  nextName: string,
): Promise<void> {
  const end = entry?.end ?? 0;
  const length = next - end;
  if (length > (entry?.isStreamed ? DESCRIPTOR_BYTES : 0)) {
    throw new ApiError(
      'artifact-corrupt',
      `The archive has bytes that belong to no file in front of ${nextName}; expected none.`,
    );
  }
  if (!entry?.isStreamed) return;
  const behind = Buffer.alloc(length);
  await file.read(behind, 0, length, end);
  checkDescriptor(entry, behind);
}
