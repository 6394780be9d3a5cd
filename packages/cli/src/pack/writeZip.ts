import { createHash } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

import { type ArtifactFile, LIMITS } from '@host/contracts';

import { CliError } from '../terminal/CliError.ts';
import {
  DEFLATED,
  STORED,
  type ZipEntry,
  directoryRecord,
  endRecord,
  localHeader,
} from './zipRecords.ts';

/** A written zip, and its contents. */
export interface WrittenZip {
  size: number;
  sha256: string;
  files: ArtifactFile[];
}

const deflate = promisify(deflateRaw);

/**
 * Zips files of a folder, in the given order. It is deterministic: no time, owner, mode or path of this machine is
 * included. (The deflate of another version of Node may differ; the signature covers the index.) The archive is written
 * atomically.
 */
export async function writeZip(
  target: string,
  folder: string,
  paths: readonly string[],
): Promise<WrittenZip> {
  const draft = `${target}.part`;
  const file = await open(draft, 'w');
  const hash = createHash('sha256');
  const files: ArtifactFile[] = [];
  let size = 0;
  try {
    for await (const bytes of zipOf(folder, paths, files)) {
      size += bytes.length;
      if (size > LIMITS.archiveBytes) throw tooLarge(target);
      hash.update(bytes);
      await file.writeFile(bytes);
    }
    await file.close();
    await rename(draft, target);
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
  return { size, sha256: hash.digest('hex'), files };
}

/** The bytes of a zip, a file at a time; packed files are added to `files`. */
async function* zipOf(
  folder: string,
  paths: readonly string[],
  files: ArtifactFile[],
): AsyncGenerator<Buffer> {
  const entries: ZipEntry[] = [];
  let offset = 0;
  for (const path of paths) {
    const content = await readFile(join(folder, path));
    const { data, method } = await compress(content);
    const entry: ZipEntry = {
      name: Buffer.from(path),
      method,
      crc32: crc32(content),
      compressedSize: data.length,
      size: content.length,
      offset,
    };
    const header = localHeader(entry);
    yield header;
    yield data;
    offset += header.length + data.length;
    entries.push(entry);
    files.push(describe(path, content));
  }
  const directory = Buffer.concat(entries.map(directoryRecord));
  yield directory;
  yield endRecord(entries.length, directory.length, offset);
}

async function compress(content: Buffer): Promise<{ data: Buffer; method: number }> {
  const data = await deflate(content, { level: 9 });
  // Stored instead, if it would shrink to less than a hundredth, which the server takes for a zip bomb, or not at all.
  const pays = data.length < content.length;
  const isPlausible = content.length <= data.length * LIMITS.expansionRatio;
  return pays && isPlausible ? { data, method: DEFLATED } : { data: content, method: STORED };
}

function describe(path: string, content: Buffer): ArtifactFile {
  return {
    path,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
  };
}

function tooLarge(target: string): CliError {
  return new CliError(
    `${target} would have more than ${LIMITS.archiveBytes} bytes.`,
    'Leave out what the mini-app does not need, or load large files from your own back end.',
    { code: 'archive-too-large' },
  );
}
