import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { PACKED_FOLDER, packPackages } from '../pack/packPackages.mjs';
import { run } from './run.mjs';

/** The types of a module that hosts bring: the package itself exports nothing, and throws an error that says so. */
const ONLY_TYPES = '@host/react-native-types';

/** Checks every published package as others would install it. */
export async function checkPackages() {
  // In a copy, so that leftovers of an earlier build cannot make this one pass. Tests may have packed the same sources.
  await packPackages();
  const names = [];
  const failures = [];
  for (const folder of await packageFolders()) {
    // Leftovers of a package after a branch switch have no package.json.
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => {});
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

/** Our packages, and the repackaged third-party ones. */
async function packageFolders() {
  const nested = ['packages', 'repackaged'].map(async (parent) =>
    (await readdir(parent)).map((name) => join(parent, name)),
  );
  return (await Promise.all(nested)).flat();
}

async function checkPackage({ name, version, exports }) {
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const tarball = join(PACKED_FOLDER, file);
  await run(['publint', 'run', '--strict', tarball]);
  // A package that is only a command or an engine has no types.
  if (!exports) return;
  const ignored = name === ONLY_TYPES ? ['--ignore-rules', 'named-exports'] : [];
  await run(['attw', tarball, '--profile', 'esm-only', ...ignored]);
}
