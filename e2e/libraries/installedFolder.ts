import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The folder of a package that a project has installed, wherever that is above it. */
export function installedFolder(root: string, name: string): string {
  const folders = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`${name} is not installed for ${root}.`);
  return found;
}
