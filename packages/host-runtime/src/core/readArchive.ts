import { type ArtifactFile, CLIENT_LIMITS } from '@host/contracts';
import { unzipSync } from 'fflate';

import { RuntimeError } from '../common/deadline.ts';

/** The files of an archive that are in the index; others are not even unpacked. */
export function readArchive(
  archive: Uint8Array,
  index: readonly ArtifactFile[],
): Map<string, Uint8Array> {
  const sizes = new Map(index.map(({ path, size }) => [path, size]));
  const total = index.reduce((sum, { size }) => sum + size, 0);
  if (total > CLIENT_LIMITS.unpackedBytes) {
    throw new RuntimeError('integrity', 'The archive unpacks to too much.');
  }
  try {
    // A file whose size differs from the index is not unpacked, as it could not be valid.
    const files = unzipSync(archive, {
      filter: ({ name, originalSize }) => sizes.get(name) === originalSize,
    });
    return new Map(Object.entries(files));
  } catch (error) {
    throw new RuntimeError('integrity', 'The archive is damaged.', { cause: error });
  }
}
