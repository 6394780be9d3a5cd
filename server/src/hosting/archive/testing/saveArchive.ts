import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

/** A folder of its own for the running test, gone afterwards. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Spools an archive to disk for the running test, as an upload does, and gives its path. */
export async function saveArchive(bytes: Buffer): Promise<string> {
  const path = join(await temporaryFolder(), 'upload.zip');
  await writeFile(path, bytes);
  return path;
}
