import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLES = fileURLToPath(new URL('../../mini-apps', import.meta.url));

export async function copyExample(example, folder) {
  const isSource = (path) => !['node_modules', 'build'].includes(basename(path));
  await cp(join(EXAMPLES, example), folder, { recursive: true, filter: isSource });
  await linkModules(example, folder);
}

export async function linkModules(example, folder) {
  const installed = join(EXAMPLES, example, 'node_modules');
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(installed)) {
    // The caches in it belong to the original folder.
    if (name === '.cache') continue;
    await symlink(join(installed, name), join(folder, 'node_modules', name));
  }
}
