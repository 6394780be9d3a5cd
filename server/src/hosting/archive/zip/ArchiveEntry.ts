/** How an entry's bytes are stored in the archive; nothing else is accepted. */
export const COMPRESSION = { stored: 0, deflated: 8 } as const;

/** What is kept of an entry of the central directory: a few numbers, since the directory's own buffers may be large. */
export interface ArchiveEntry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly isDeflated: boolean;
  /** Whether a data descriptor follows its data. */
  readonly isStreamed: boolean;
  /** As declared; believed only once the content has been read. */
  readonly size: number;
  /** As declared; believed only once the content has been read. */
  readonly crc32: number;
  /** The entry's place in the archive, from its local header up to the end of its data. */
  readonly start: number;
  readonly dataStart: number;
  readonly end: number;
}
