import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { listFiles } from './listFiles.mjs';

/**
 * A digest of everything that an app is built from: its package.json, the installed versions of its dependencies, and the
 * files of `sources`, which are folders relative to `folder`.
 */
export async function digestOfSources({ folder, sources, settings = '' }) {
  const hash = createHash('sha256').update(settings);
  const manifest = await readFile(join(folder, 'package.json'), 'utf8');
  hash.update(manifest);
  const { dependencies, devDependencies } = JSON.parse(manifest);
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    hash.update(`${name} ${await installedVersion(folder, name)}\n`);
  }
  for (const source of sources) {
    for (const file of await listFiles(join(folder, source))) {
      if (/\.test\.\w+$/.test(file)) continue;
      hash.update(`${source}/${file}\n`).update(await readFile(join(folder, source, file)));
    }
  }
  return hash.digest('hex');
}

async function installedVersion(folder, name) {
  const file = join(folder, 'node_modules', name, 'package.json');
  return JSON.parse(await readFile(file, 'utf8')).version;
}
