import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { installedVersion } from '../host-app/rspack.config.mjs';

const FOLDER = dirname(import.meta.dirname);

/** Every input of a build except installed packages. */
const SOURCES = [
  'build.mjs',
  'build',
  '../../scripts/build',
  'host-app',
  'src/runtime',
  '../kit/src',
  '../miniapp-sdk/src',
  '../contracts/src',
  '../host-runtime/src',
];

/** A digest that changes when any input of a build does. */
export async function digestOfInputs() {
  const hash = createHash('sha256');
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(FOLDER, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    hash.update(`${name} ${installedVersion(name)}\n`);
  }
  for (const source of SOURCES) {
    for (const file of await filesIn(join(FOLDER, source))) {
      hash.update(`${file.slice(FOLDER.length)}\n`).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesIn(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.\w+$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
