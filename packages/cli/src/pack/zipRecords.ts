/** A file in a zip, as its two headers describe it. */
export interface ZipEntry {
  name: Buffer;
  method: number;
  crc32: number;
  compressedSize: number;
  size: number;
  /** The offset of its local header. */
  offset: number;
}

export const STORED = 0;
export const DEFLATED = 8;

const VERSION_NEEDED = 20;
const MADE_ON_UNIX = (3 << 8) | VERSION_NEEDED;
const NAMES_ARE_UTF8 = 0x0800;
/** 1980-01-01 00:00, the earliest time of the format. */
const TIME = 0;
const DATE = (1 << 5) | 1;
const REGULAR_FILE_0644 = (0o100644 << 16) >>> 0;

/** The header before a file's data. Nothing in it depends on when, where or by whom it was packed. */
export function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  describe(entry, header, 4);
  return Buffer.concat([header, entry.name]);
}

/** A file's record in the central directory. */
export function directoryRecord(entry: ZipEntry): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_ON_UNIX, 4);
  describe(entry, record, 6);
  record.writeUInt32LE(REGULAR_FILE_0644, 38);
  record.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([record, entry.name]);
}

/** The end of a zip, which says where its central directory is. */
export function endRecord(entries: number, directoryBytes: number, directoryStart: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(directoryStart, 16);
  return record;
}

/** Writes the fields that both headers share, in the same order. */
function describe(entry: ZipEntry, header: Buffer, start: number): void {
  header.writeUInt16LE(VERSION_NEEDED, start);
  header.writeUInt16LE(NAMES_ARE_UTF8, start + 2);
  header.writeUInt16LE(entry.method, start + 4);
  header.writeUInt16LE(TIME, start + 6);
  header.writeUInt16LE(DATE, start + 8);
  header.writeUInt32LE(entry.crc32, start + 10);
  header.writeUInt32LE(entry.compressedSize, start + 14);
  header.writeUInt32LE(entry.size, start + 18);
  header.writeUInt16LE(entry.name.length, start + 22);
}
