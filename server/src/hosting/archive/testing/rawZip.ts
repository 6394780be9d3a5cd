import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_SIGNATURE = 0x04034b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const MADE_ON_UNIX = (3 << 8) | 20;
const VERSION_NEEDED = 20;
const UTF8_NAME = 0x800;

/** What both headers of an entry say about it. */
export interface RawHeader {
  name: string | Buffer;
  method: number;
  flags: number;
  crc32: number;
  compressedSize: number;
  size: number;
  extra: Buffer;
}

/** An entry as it is to be written, lies included. */
export interface RawEntry {
  name: string | Buffer;
  content?: string | Buffer;
  /** 8 (deflate) unless told; with any other the content is stored as it is. */
  method?: number;
  /** The unix mode with the file type. */
  mode?: number;
  /** The bytes between local header and next entry, instead of the compressed content. */
  data?: Buffer;
  /** Only the directory lists it: its header and data lie within those of another entry. */
  isQuoted?: boolean;
  /** What both headers say instead of the truth. */
  declared?: Partial<RawHeader>;
  /** What the local header alone says. */
  local?: Partial<RawHeader>;
  /** What the directory alone says, with where it points to. */
  directory?: Partial<RawHeader> & { offset?: number; attributes?: number };
}

/** What the end of the archive says instead of the truth. */
export interface RawEnd {
  entryCount?: number;
  directoryBytes?: number;
  directoryStart?: number;
  disk?: number;
  commentLength?: number;
  /** Bytes between the directory and the end record. */
  before?: Buffer;
}

/** Writes a zip byte by byte: whatever no honest tool would write. */
export function rawZip(entries: readonly RawEntry[], end: RawEnd = {}): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { data, header } = describe(entry);
    const local = Buffer.concat([localHeader({ ...header, ...entry.local }), data]);
    directory.push(directoryRecord({ ...header, ...entry.directory }, entry, offset));
    if (entry.isQuoted) continue;
    body.push(local);
    offset += local.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const before = end.before ?? Buffer.alloc(0);
  return Buffer.concat([
    ...body,
    directoryBytes,
    before,
    endRecord(entries.length, directoryBytes.length + before.length, offset, end),
  ]);
}

/** An entry's local header, for data that quotes one. */
export function localHeader(header: RawHeader): Buffer {
  const name = Buffer.from(header.name);
  const fixed = Buffer.alloc(30);
  fixed.writeUInt32LE(LOCAL_SIGNATURE, 0);
  writeShared(fixed, 4, header, name);
  return Buffer.concat([fixed, name, header.extra]);
}

/** An entry's bytes in the archive, and truthful headers for them. */
export function describe(entry: RawEntry): { data: Buffer; header: RawHeader } {
  const { name, method = 8 } = entry;
  const content = Buffer.from(entry.content ?? '');
  const data = entry.data ?? (method === 8 ? deflateRawSync(content) : content);
  const truth: RawHeader = {
    name,
    method,
    flags: UTF8_NAME,
    crc32: crc32(content),
    compressedSize: data.length,
    size: content.length,
    extra: Buffer.alloc(0),
  };
  return { data, header: { ...truth, ...entry.declared } };
}

function directoryRecord(
  header: RawHeader & { offset?: number; attributes?: number },
  { mode = 0o100644 }: RawEntry,
  offset: number,
): Buffer {
  const name = Buffer.from(header.name);
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(DIRECTORY_SIGNATURE, 0);
  fixed.writeUInt16LE(MADE_ON_UNIX, 4);
  writeShared(fixed, 6, header, name);
  fixed.writeUInt32LE(header.attributes ?? mode * 0x10000, 38);
  fixed.writeUInt32LE(header.offset ?? offset, 42);
  return Buffer.concat([fixed, name, header.extra]);
}

/** Writes the fields that both headers share, from "version needed" to "extra field length". */
function writeShared(target: Buffer, at: number, header: RawHeader, name: Buffer): void {
  target.writeUInt16LE(VERSION_NEEDED, at);
  target.writeUInt16LE(header.flags, at + 2);
  target.writeUInt16LE(header.method, at + 4);
  target.writeUInt32LE(header.crc32, at + 10);
  target.writeUInt32LE(header.compressedSize, at + 14);
  target.writeUInt32LE(header.size, at + 18);
  target.writeUInt16LE(name.length, at + 22);
  target.writeUInt16LE(header.extra.length, at + 24);
}

function endRecord(count: number, bytes: number, start: number, end: RawEnd): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(END_SIGNATURE, 0);
  record.writeUInt16LE(end.disk ?? 0, 4);
  record.writeUInt16LE(end.entryCount ?? count, 8);
  record.writeUInt16LE(end.entryCount ?? count, 10);
  record.writeUInt32LE(end.directoryBytes ?? bytes, 12);
  record.writeUInt32LE(end.directoryStart ?? start, 16);
  record.writeUInt16LE(end.commentLength ?? 0, 20);
  return record;
}
