import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The build inputs of packages outside of their folders. */
const SHARED = [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
  'tsconfig.react.json',
];
const NOT_PACKED = /^(?:node_modules|dist|system|host|\.fixtures|fixtures|testing|test)$/;

/** A digest of all build inputs of the packages. */
export async function digestOfPackages(root) {
  const hash = createHash('sha256');
  for (const path of SHARED) hash.update(await readFile(join(root, path)));
  for (const folder of ['packages', 'repackaged', 'scripts/build', 'scripts/pack']) {
    for (const file of await filesIn(root, folder)) {
      hash.update(`${file}\n`).update(await readFile(join(root, file)));
    }
  }
  return hash.digest('hex');
}

async function filesIn(root, folder) {
  /** @type {string[]} */
  const files = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile() && !/\.test\.\w+$/.test(entry.name)) files.push(path);
    if (entry.isDirectory() && !NOT_PACKED.test(entry.name)) {
      files.push(...(await filesIn(root, path)));
    }
  }
  return files.toSorted();
}
