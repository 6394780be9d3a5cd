import type { ArchiveLimits } from '../ArchiveLimits.ts';
import type { ArchiveEntry } from './ArchiveEntry.ts';
import { archiveError } from './archiveError.ts';

/** The ratio of small files means nothing: a table of zeros compresses a thousandfold and harms nobody. */
const RATIO_EXEMPT_BYTES = 1024 * 1024;

/** Counts the bytes that an archive actually inflates to, and refuses it the moment they exceed a limit. */
export class ExpansionBudget {
  readonly #limits: ArchiveLimits;
  readonly #archiveAllowance: number;
  #archiveBytes = 0;
  #file: ArchiveEntry | undefined;
  #fileBytes = 0;

  constructor(limits: ArchiveLimits, archiveBytes: number) {
    this.#limits = limits;
    this.#archiveAllowance = allowance(limits, archiveBytes);
  }

  /** Counts a chunk of `file`; the files come one after the other. */
  spend(file: ArchiveEntry, bytes: number): void {
    if (file !== this.#file) {
      this.#file = file;
      this.#fileBytes = 0;
    }
    this.#fileBytes += bytes;
    this.#archiveBytes += bytes;

    const { unpackedBytes, expansionRatio } = this.#limits;
    if (this.#archiveBytes > unpackedBytes) {
      throw tooLarge(file, `takes the unpacked archive over ${unpackedBytes} bytes`);
    }
    if (this.#fileBytes > allowance(this.#limits, file.end - file.dataStart)) {
      throw tooLarge(file, `unpacks to over ${expansionRatio} times its compressed size`);
    }
    if (this.#archiveBytes > this.#archiveAllowance) {
      throw tooLarge(file, `takes the unpacked archive over ${expansionRatio} times its size`);
    }
  }
}

function allowance({ expansionRatio }: ArchiveLimits, compressedBytes: number): number {
  return Math.max(RATIO_EXEMPT_BYTES, expansionRatio * compressedBytes);
}

function tooLarge(file: ArchiveEntry, detail: string) {
  return archiveError('artifact-too-large', file.path, `${detail}; expected at most that`);
}
