import type { ArchiveEntry } from './ArchiveEntry.ts';
import { archiveError } from './archiveError.ts';
import { printableName } from './printableName.ts';

/**
 * Refuses entries that share bytes with each other or with the directory: the trick by which a small archive holds
 * thousands of large files that each look honest.
 */
export function checkRanges(entries: readonly ArchiveEntry[], directoryStart: number): void {
  let previous: ArchiveEntry | undefined;
  for (const entry of entries.toSorted((a, b) => a.start - b.start)) {
    if (previous && entry.start < previous.end) {
      throw archiveError(
        'artifact-corrupt',
        entry.path,
        `overlaps ${printableName(previous.path)}; expected every file to have its own bytes`,
      );
    }
    previous = entry;
  }
  if (previous && previous.end > directoryStart) {
    throw archiveError(
      'artifact-corrupt',
      previous.path,
      'reaches into the directory; expected it to end before',
    );
  }
}
