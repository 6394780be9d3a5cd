import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { PACKED_FOLDER, packPackages } from '../pack/packPackages.mjs';
import { run } from './run.mjs';

/** Checks every published package as others would install it. */
export async function checkPackages() {
  // In a copy, so that leftovers of an earlier build cannot make this one pass. Tests may have packed the same sources.
  await packPackages();
  const names = [];
  const failures = [];
  for (const folder of await readdir('packages')) {
    // Leftovers of a package after a branch switch have no package.json.
    const text = await readFile(join('packages', folder, 'package.json'), 'utf8').catch(() => {});
    const manifest = JSON.parse(text ?? '{ "private": true }');
    if (manifest.private === true) continue;
    names.push(manifest.name);
    await checkPackage(manifest).catch((error) =>
      failures.push(`${manifest.name}: ${error.message}`),
    );
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return names.join(', ');
}

async function checkPackage({ name, version, exports }) {
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const tarball = join(PACKED_FOLDER, file);
  await run(['publint', 'run', '--strict', tarball]);
  // A package that is only a command has no types.
  if (exports) await run(['attw', tarball, '--profile', 'esm-only']);
}
