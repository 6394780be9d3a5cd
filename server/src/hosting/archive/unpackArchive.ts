import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

import type { ArtifactFile } from '@host/contracts';

import { DEFAULT_ARCHIVE_LIMITS } from './ArchiveLimits.ts';
import type { ArchiveEntry } from './zip/ArchiveEntry.ts';
import { archiveError } from './zip/archiveError.ts';
import { entryContent } from './zip/entryContent.ts';
import { readDirectory } from './zip/readDirectory.ts';

/**
 * Hands the given files of an inspected archive to `onFile`, one at a time and in their order, as streams that fail
 * with `artifact-corrupt` where size or digest are no longer those of the inspection. `onFile` reads each to its end.
 */
export async function unpackArchive(
  path: string,
  files: readonly ArtifactFile[],
  onFile: (file: ArtifactFile, content: Readable) => Promise<void>,
): Promise<void> {
  const archive = await open(path, 'r');
  try {
    const directory = await readDirectory(archive, DEFAULT_ARCHIVE_LIMITS);
    const entries = new Map(directory.files.map((entry) => [entry.path, entry]));
    for (const file of files) {
      const entry = entries.get(file.path);
      if (!entry) throw changed(file, 'is gone; expected it to be there');
      await unpackFile(archive, entry, file, onFile);
    }
  } finally {
    await archive.close();
  }
}

async function unpackFile(
  archive: FileHandle,
  entry: ArchiveEntry,
  file: ArtifactFile,
  onFile: (file: ArtifactFile, content: Readable) => Promise<void>,
): Promise<void> {
  // Checked before a byte is inflated; entryContent then enforces the declared size.
  if (entry.size !== file.size) {
    throw changed(file, `has ${entry.size} bytes; expected ${file.size}`);
  }
  const content = Readable.from(verified(archive, entry, file), { objectMode: false });
  let failure: Error | undefined;
  content.on('error', (error) => (failure = error));
  try {
    await onFile(file, content);
  } catch (error) {
    // The consumer's error is often only "premature close": ours says what happened.
    throw failure ?? error;
  } finally {
    content.destroy();
  }
  // An onFile that swallows the error must not make a damaged file pass.
  if (failure) throw failure;
  if (!content.readableEnded) {
    throw new Error(`onFile left ${file.path} unread: a content is verified only at its end`);
  }
}

async function* verified(archive: FileHandle, entry: ArchiveEntry, file: ArtifactFile) {
  const sha256 = createHash('sha256');
  for await (const chunk of entryContent(archive, entry)) {
    sha256.update(chunk);
    yield chunk;
  }
  const digest = sha256.digest('hex');
  if (digest !== file.sha256) {
    throw changed(file, `has the sha256 ${digest}; expected ${file.sha256}`);
  }
}

function changed(file: ArtifactFile, detail: string) {
  return archiveError('artifact-corrupt', file.path, `changed since its inspection: it ${detail}`);
}
