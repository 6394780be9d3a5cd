import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { ZipFile } from 'yazl';

/** The files of a build by name. */
export type BuildFiles = ReadonlyMap<string, Buffer>;

/** Reads the files that a host may request, without source maps, which only debugging needs. */
export async function readBuild(folder: string): Promise<BuildFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted();
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return new Map(names.map((name, index) => [name, contents[index]!]));
}

/** The size of a zip archive of all files. */
export async function archiveBytes(files: BuildFiles): Promise<number> {
  const archive = new ZipFile();
  for (const [name, content] of files) archive.addBuffer(content, name);
  archive.end();
  return (await buffer(archive.outputStream)).length;
}

const ENCODERS = {
  gzip: (content: Buffer) => gzipSync(content, { level: 9 }),
  brotli: (content: Buffer) => brotliCompressSync(content),
};

/** The transfer size of some files in a content encoding. */
export function transferBytes(
  files: BuildFiles,
  names: Iterable<string>,
  encoding: keyof typeof ENCODERS = 'gzip',
): number {
  let sum = 0;
  for (const name of names) sum += ENCODERS[encoding](files.get(name)!).length;
  return sum;
}

/** The size of the file list that an update starts with; the registry sends it uncompressed. */
export function listBytes(files: BuildFiles, of: { appId: string; platform: string }): number {
  const digest = (algorithm: string, content: Buffer, encoding: 'hex' | 'base64') =>
    createHash(algorithm).update(content).digest(encoding);
  const listed = [...files].map(([path, content]) => ({
    path,
    size: content.length,
    sha256: digest('sha256', content, 'hex'),
    integrity: `sha384-${digest('sha384', content, 'base64')}`,
  }));
  return Buffer.byteLength(JSON.stringify({ ...of, version: '1.0.1', files: listed }));
}

/** The files that a host with every file of the previous build lacks. */
export function changedFiles(before: BuildFiles, after: BuildFiles): string[] {
  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  const held = new Set([...before.values()].map(digest));
  return [...after].filter(([, content]) => !held.has(digest(content))).map(([name]) => name);
}
