import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { withLock } from './withLock.mjs';

/**
 * Builds a folder unless its sources are unchanged; resolves to whether it built. Concurrent processes wait for each other.
 */
export async function buildWhenChanged({ folder, cacheFolder, digest, build }) {
  const name = basename(folder);
  const stamp = `${folder}.built-from`;
  const isCurrent = async () =>
    (await readFile(stamp, 'utf8').catch(() => '')) === (await digest());
  if (await isCurrent()) return false;
  return withLock(join(cacheFolder, `${name}.lock`), async () => {
    if (await isCurrent()) return false;
    const digestBefore = await digest();
    const unfinished = join(cacheFolder, `${name}-unfinished`);
    await rm(stamp, { force: true });
    await rm(unfinished, { recursive: true, force: true });
    await build(unfinished);
    // Built elsewhere and then renamed, so that concurrent readers never see a half-built folder.
    await mkdir(dirname(folder), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    await writeFile(stamp, digestBefore);
    return true;
  });
}
