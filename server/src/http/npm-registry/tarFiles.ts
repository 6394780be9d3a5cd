const BLOCK = 512;
/** The fields of a tar header. */
const NAME = { at: 0, bytes: 100 };
const SIZE = { at: 124, bytes: 12 };
const CHECKSUM = { at: 148, bytes: 8 };

/** Finds a file in a tar: each is a header of one block, followed by its content in as many blocks as needed. */
export function findFile(tar: Buffer, path: string): Buffer | undefined {
  for (const file of filesOf(tar)) {
    // The last one may be cut off.
    if (file.path === path && file.start + file.size <= tar.length)
      return tar.subarray(file.start, file.start + file.size);
  }
  return undefined;
}

/** Appends a file to a tar. */
export function addFile(tar: Buffer, path: string, content: Buffer): Buffer {
  let end = 0;
  for (const file of filesOf(tar)) end = file.end;
  const padding = Buffer.alloc(wholeBlocks(content.length) - content.length);
  // Two empty blocks mark the end.
  const rest = Buffer.alloc(2 * BLOCK);
  return Buffer.concat([
    tar.subarray(0, end),
    headerOf(path, content.length),
    content,
    padding,
    rest,
  ]);
}

function* filesOf(
  tar: Buffer,
): Generator<{ path: string; start: number; size: number; end: number }> {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(textAt(tar, at + SIZE.at, SIZE.bytes), 8) || 0;
    const start = at + BLOCK;
    const end = start + wholeBlocks(size);
    yield { path: textAt(tar, at + NAME.at, NAME.bytes), start, size, end };
    at = end;
  }
}

/** The header of a plain file, as POSIX has it (ustar). */
function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, bytes: number) =>
    header.write(`${value.toString(8).padStart(bytes - 1, '0')}\0`, at);
  header.write(path, NAME.at);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, SIZE.at, SIZE.bytes);
  octal(0, 136, 12);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  // The checksum is the sum of all bytes, with its own field filled with spaces.
  header.fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.bytes);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.at);
  return header;
}

function wholeBlocks(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}

function textAt(tar: Buffer, start: number, length: number): string {
  const field = tar.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}
