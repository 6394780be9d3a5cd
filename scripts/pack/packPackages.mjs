import { link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildHost } from '../../packages/headless-host/build.mjs';
import { withLock } from '../build/withLock.mjs';
import { digestOfPackages } from './digestOfPackages.mjs';
import { packInto } from './packInto.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/packed');
/** The folder of the packed packages. */
export const PACKED_FOLDER = join(ROOT, '.packed');
const STAMP = 'built-from';

/**
 * Builds and packs every package as it would be published, unless the sources are unchanged; resolves to whether it did.
 * Concurrent processes wait for each other.
 *
 * @param {(step: string) => void} [onStep] reports the next step
 */
export async function packPackages(onStep = () => {}) {
  if (await isCurrent()) return false;
  return withLock(join(CACHE, 'lock'), async () => {
    if (await isCurrent()) return false;
    const digest = await digestOfPackages(ROOT);
    const unfinished = join(CACHE, 'unfinished');
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    onStep('building the host that mini-apps are checked with');
    await buildHost();
    await packInto(ROOT, unfinished, onStep);
    await keepOlderVersions(unfinished);
    await writeFile(join(unfinished, STAMP), digest);
    // Renamed into place, so that concurrent readers never see a partial set.
    await rm(PACKED_FOLDER, { recursive: true, force: true });
    await rename(unfinished, PACKED_FOLDER);
    return true;
  });
}

async function isCurrent() {
  const stamp = await readFile(join(PACKED_FOLDER, STAMP), 'utf8').catch(() => '');
  return stamp !== '' && stamp === (await digestOfPackages(ROOT));
}

/** Keeps older versions, so that projects whose lockfile names one can still install it. */
async function keepOlderVersions(target) {
  const packed = await readdir(PACKED_FOLDER).catch(() => []);
  const current = new Set(await readdir(target));
  const older = packed.filter((name) => name.endsWith('.tgz') && !current.has(name));
  for (const name of older) await link(join(PACKED_FOLDER, name), join(target, name));
}
