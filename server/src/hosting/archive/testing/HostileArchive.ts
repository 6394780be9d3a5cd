import type { ErrorCode } from '@host/contracts';

/** An archive that has to be refused, and one that differs as little as possible and passes. */
export interface HostileArchive {
  /** What is wrong with it, as the end of a sentence: "an archive with …". */
  readonly what: string;
  readonly code: ErrorCode;
  /** What the message has to contain: the file's name as it is shown, or what is said of the archive as a whole. */
  readonly named: string;
  readonly archive: Buffer;
  readonly harmless: Buffer;
}
