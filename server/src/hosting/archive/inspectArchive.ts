import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

import type { ArtifactFile } from '@host/contracts';

import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from './ArchiveLimits.ts';
import type { ArchiveEntry } from './zip/ArchiveEntry.ts';
import { entryContent } from './zip/entryContent.ts';
import { ExpansionBudget } from './zip/ExpansionBudget.ts';
import { readDirectory } from './zip/readDirectory.ts';

/**
 * The files of a mini-app's archive with their digests, sorted by path; refuses an archive that is damaged, unsafe
 * or too large. Folders are left out.
 */
export async function inspectArchive(
  path: string,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<ArtifactFile[]> {
  const archive = await open(path, 'r');
  try {
    const { files, archiveBytes } = await readDirectory(archive, limits);
    const budget = new ExpansionBudget(limits, archiveBytes);
    const inspected: ArtifactFile[] = [];
    for (const file of files) inspected.push(await inspectFile(archive, file, budget));
    return inspected.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  } finally {
    await archive.close();
  }
}

async function inspectFile(
  archive: FileHandle,
  file: ArchiveEntry,
  budget: ExpansionBudget,
): Promise<ArtifactFile> {
  const sha256 = createHash('sha256');
  const sha384 = createHash('sha384');
  for await (const chunk of entryContent(archive, file)) {
    budget.spend(file, chunk.length);
    sha256.update(chunk);
    sha384.update(chunk);
  }
  return {
    path: file.path,
    // Verified by now: entryContent has compared it with the inflated length.
    size: file.size,
    sha256: sha256.digest('hex'),
    integrity: `sha384-${sha384.digest('base64')}`,
  };
}
