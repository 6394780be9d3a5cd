import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

import type { ArchiveEntry } from './ArchiveEntry.ts';
import { archiveError, toRefusal } from './archiveError.ts';

const CHUNK_BYTES = 64 * 1024;

/**
 * An entry's content, a chunk at a time. Ends with `artifact-corrupt` as soon as it is longer than declared, and
 * when its length, its CRC-32 or its compressed data turn out to be wrong.
 */
export async function* entryContent(
  file: FileHandle,
  entry: ArchiveEntry,
): AsyncGenerator<Buffer, void, undefined> {
  const refuse = (detail: string, cause?: unknown) =>
    archiveError('artifact-corrupt', entry.path, detail, cause);

  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of entry.isDeflated ? inflated(file, entry) : stored(file, entry)) {
      size += chunk.length;
      if (size > entry.size) {
        throw refuse(`is longer than declared; expected ${entry.size} bytes`);
      }
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw toRefusal(error, (reason) => refuse(`cannot be inflated (${reason})`, error));
  }
  if (size !== entry.size) throw refuse(`has ${size} bytes; expected the declared ${entry.size}`);
  if (checksum !== entry.crc32) {
    throw refuse(`has the CRC-32 ${hex(checksum)}; expected the declared ${hex(entry.crc32)}`);
  }
}

async function* inflated(file: FileHandle, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  // Errors arrive by iterating; the callback only keeps pipeline from throwing them a second time.
  pipeline(stored(file, entry), inflate, () => {});
  yield* inflate;

  const unread = entry.end - entry.dataStart - inflate.bytesWritten;
  if (unread > 0) {
    throw archiveError(
      'artifact-corrupt',
      entry.path,
      `has ${unread} bytes after its compressed data; expected none`,
    );
  }
}

async function* stored(file: FileHandle, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  let position = entry.dataStart;
  while (position < entry.end) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, entry.end - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) {
      throw archiveError('artifact-corrupt', entry.path, 'is cut off; expected it whole');
    }
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
