import { LIMITS } from '@host/contracts';

/** How much an archive may hold; the contracts' `LIMITS` fit. */
export interface ArchiveLimits {
  /** Files, and as many folders. */
  readonly archiveFiles: number;
  /** Bytes of a path in UTF-8. */
  readonly archivePathLength: number;
  /** Bytes of all files together once inflated. */
  readonly unpackedBytes: number;
  /** Inflated bytes for each compressed byte, of the archive and of each file. */
  readonly expansionRatio: number;
}

/** The limits of the platform. */
export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = LIMITS;
