import { deflateRawSync } from 'node:zlib';

import type { HostileArchive } from './HostileArchive.ts';
import { describe, localHeader, rawZip, type RawEnd, type RawEntry } from './rawZip.ts';

const FILE = { name: 'index.bundle', content: 'globalThis.app = 1;\n'.repeat(20) };
const STORED = { ...FILE, method: 0 };
const OTHER = { name: 'other.js', content: 'other' };
const DATA = deflateRawSync(FILE.content);
const HONEST = rawZip([FILE, OTHER]);

/** Archives that are damaged, or crafted so that two readers see different files. */
export function hostileStructures(): HostileArchive[] {
  return [
    broken('text instead of a zip', Buffer.from('this is no archive, whatever its name says')),
    broken('nothing in it', Buffer.alloc(0)),
    broken('its end cut off', HONEST.subarray(0, -10)),
    broken('its beginning cut off', HONEST.subarray(5)),
    broken('bytes after its end', Buffer.concat([HONEST, Buffer.from('x')])),
    broken('a damaged directory', damaged()),

    broken('a comment, which could hold a second end', commented()),
    ending('a comment that is not there', { commentLength: 4 }, 'announces a comment'),
    ending('a zip64 locator that points far away', { before: zip64Locator() }),
    ending('an entry that its end does not count', { entryCount: 1 }),
    ending('fewer entries than its end counts', { entryCount: 3 }),
    ending('a directory elsewhere', { directoryStart: 1 }),
    ending('a directory of another size', { directoryBytes: 60 }),
    ending('parts on other disks', { disk: 1 }, 'a part of a set'),

    lying('a declared size that is too small', { declared: { size: 399 } }),
    lying('a declared size that is too large', { declared: { size: 401 } }),
    lying('a wrong CRC-32', { declared: { crc32: 0x12345678 } }),
    lying('an encrypted file', { declared: { flags: 0x801 } }, 'is encrypted'),
    lying('strong encryption', { declared: { flags: 0x841 } }, 'at entry 1 (strong encryption'),
    lying('a file that is encrypted by its own header', { local: { flags: 0x801 } }),
    lying('an unknown compression method', { declared: { method: 12 } }),
    lying('another name in the local header', { local: { name: 'index.hidden' } }),
    lying('another method in the local header', { local: { method: 0 } }),
    lying('another size in the local header', { local: { size: 5 } }),
    lying('another CRC-32 in the local header', { local: { crc32: 5 } }),
    lying('no sizes in the local header', { local: { size: 0, compressedSize: 0, crc32: 0 } }),
    lying('damaged compressed data', { data: Buffer.alloc(DATA.length, 0xff) }),
    lying('compressed data that is cut off', { data: DATA.subarray(0, -3) }),
    lying('bytes hidden after compressed data', { data: Buffer.concat([DATA, DATA]) }),
    lying('a file outside of the archive', { directory: { offset: 0xfffffff0 } }, 'lies outside'),
    lying('a file far outside of the archive', { directory: zip64Offset() }, 'lies outside'),
    lying('a file that begins elsewhere', { directory: { offset: 1 } }),

    corrupt('a stored file of two sizes', 'stored in 400 bytes', [twoSizes()], [STORED]),
    corrupt('a file that reaches too far', 'into the directory', [reachingOut()], [STORED]),
    corrupt('a folder with content', '"assets"', [folder('x')], [folder('')]),
    corrupt('a file that only its own header names', 'in front of "other.js"', hidden(), [
      FILE,
      OTHER,
    ]),
    broken('a file in front of the first that its directory lists', inFront(), 'in front of'),
    corrupt(
      'a file behind the last that its directory lists',
      'in front of the directory',
      hidden().slice(0, 1),
      [FILE],
    ),
    corrupt('another size behind the data', '"index.bundle"', [streamed(5)], [streamed()]),
    corrupt('no sizes behind the data', '"index.bundle"', [streamed(undefined, 0)], [streamed()]),
    corrupt('bytes behind the sizes', 'in front of', [streamed(undefined, 30)], [streamed()]),
    corrupt('another size in a zip64 field', '"index.bundle"', [zip64Sizes(5)], [zip64Sizes()]),
    corrupt('no zip64 field', '"index.bundle"', [zip64Sizes(undefined, 0)], [zip64Sizes()]),
    corrupt(
      'files that overlap',
      '"kernel.bin" in the archive overlaps "quote.bin"',
      overlapping(),
      [FILE, OTHER],
    ),
  ];
}

function corrupt(
  what: string,
  named: string,
  hostile: RawEntry[],
  harmless: RawEntry[],
): HostileArchive {
  return {
    what,
    code: 'artifact-corrupt',
    named,
    archive: rawZip(hostile),
    harmless: rawZip(harmless),
  };
}

function lying(what: string, lies: Partial<RawEntry>, said = ''): HostileArchive {
  return corrupt(what, said || '"index.bundle"', [{ ...FILE, ...lies }], [FILE]);
}

function broken(what: string, archive: Buffer, named = 'archive'): HostileArchive {
  return { what, code: 'artifact-corrupt', named, archive, harmless: HONEST };
}

function ending(what: string, end: RawEnd, named?: string): HostileArchive {
  return broken(what, rawZip([FILE, OTHER], end), named);
}

function damaged(): Buffer {
  const archive = Buffer.from(HONEST);
  archive[archive.lastIndexOf('PK\u0001\u0002')] = 0;
  return archive;
}

function commented(): Buffer {
  const comment = Buffer.from('made with love');
  return Buffer.concat([rawZip([FILE, OTHER], { commentLength: comment.length }), comment]);
}

/** An offset of 2^64 - 1, which Node refuses with an exception rather than an error. */
function zip64Locator(): Buffer {
  const locator = Buffer.alloc(20, 0xff);
  locator.writeUInt32LE(0x07064b50, 0);
  return locator;
}

function zip64Offset() {
  const extra = Buffer.alloc(12, 0xff);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  return { offset: 0xffffffff, extra };
}

function twoSizes(): RawEntry {
  return { ...STORED, declared: { size: 9 } };
}

function reachingOut(): RawEntry {
  const longer = FILE.content.length + 10;
  return { ...STORED, declared: { size: longer, compressedSize: longer } };
}

/** A reader that goes front to back finds the second file, one that goes by the directory does not. */
function hidden(): RawEntry[] {
  const { data, header } = describe({ name: '../evil.js', content: 'evil' });
  const declared = { compressedSize: DATA.length };
  return [{ ...FILE, data: Buffer.concat([DATA, localHeader(header), data]), declared }, OTHER];
}

function inFront(): Buffer {
  const { data, header } = describe({ name: '../evil.js', content: 'evil' });
  const first = Buffer.concat([localHeader(header), data]);
  const honest = rawZip([FILE]);
  const directoryStart = honest.readUInt32LE(honest.length - 6);
  return Buffer.concat([
    first,
    rawZip([{ ...FILE, directory: { offset: first.length } }], {
      directoryStart: directoryStart + first.length,
    }),
  ]);
}

/** As streaming tools write it: the sizes, which are not known in advance, follow the data in a data descriptor. */
function streamed(size = FILE.content.length, bytes = 16): RawEntry {
  const { header } = describe(FILE);
  const behind = Buffer.alloc(Math.max(bytes, 16));
  behind.writeUInt32LE(0x08074b50, 0);
  behind.writeUInt32LE(header.crc32, 4);
  behind.writeUInt32LE(header.compressedSize, 8);
  behind.writeUInt32LE(size, 12);
  return {
    ...FILE,
    data: Buffer.concat([DATA, behind.subarray(0, bytes)]),
    declared: { flags: 0x808, compressedSize: DATA.length },
    local: { size: 0, compressedSize: 0, crc32: 0 },
  };
}

function zip64Sizes(size = FILE.content.length, bytes = 20): RawEntry {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(DATA.length), 12);
  const stated = { size: 0xffffffff, compressedSize: 0xffffffff };
  return { ...FILE, local: { ...stated, extra: extra.subarray(0, bytes) } };
}

function folder(content: string): RawEntry {
  return { name: 'assets/', content, method: 0, mode: 0o040755 };
}

/**
 * The better zip bomb in small: the data of `quote.bin` is the local header of `kernel.bin`, quoted in a block of its
 * own, and then the very data of `kernel.bin`. Both files are valid by themselves and share their bytes.
 */
function overlapping(): RawEntry[] {
  const kernel: RawEntry = { name: 'kernel.bin', content: 'k'.repeat(1000) };
  const inner = describe(kernel);
  const quoted = localHeader(inner.header);
  const block = Buffer.alloc(5);
  block.writeUInt16LE(quoted.length, 1);
  block.writeUInt16LE(0xffff - quoted.length, 3);
  const quote: RawEntry = {
    name: 'quote.bin',
    content: Buffer.concat([quoted, Buffer.from(kernel.content ?? '')]),
    data: Buffer.concat([block, quoted, inner.data]),
  };
  const offset = localHeader(describe(quote).header).length + block.length;
  // The second record adds no bytes of its own in front of the directory.
  return [quote, { ...kernel, isQuoted: true, directory: { offset } }];
}
