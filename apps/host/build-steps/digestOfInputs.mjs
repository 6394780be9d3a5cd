import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { listFiles } from './listFiles.mjs';
import { installedVersion } from './sharedModules.mjs';

const FOLDER = join(import.meta.dirname, '..');

/** Everything that a build is made of, apart from what is installed. */
const SOURCES = [
  'build-steps',
  '../../packages/native-project/rspack',
  'public',
  'src',
  '../../scripts/build',
  ...['api-client', 'contracts', 'host-runtime', 'kit', 'miniapp-sdk', 'push'].map(
    (name) => `../../packages/${name}/src`,
  ),
];

/** A text that changes when anything does that a build is made of. */
export async function digestOfInputs() {
  const hash = createHash('sha256').update(process.env.SERVER_URL ?? '');
  const manifest = await readFile(join(FOLDER, 'package.json'), 'utf8');
  hash.update(manifest);
  const { dependencies, devDependencies } = JSON.parse(manifest);
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    hash.update(`${name} ${installedVersion(name)}\n`);
  }
  for (const source of SOURCES) {
    for (const file of await listFiles(join(FOLDER, source))) {
      if (/\.test\.\w+$/.test(file)) continue;
      hash.update(`${source}/${file}\n`).update(await readFile(join(FOLDER, source, file)));
    }
  }
  return hash.digest('hex');
}
