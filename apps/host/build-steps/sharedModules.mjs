import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const LIST = createRequire(import.meta.url)('@host/contracts/shared-modules.json');
const FOLDER = join(import.meta.dirname, '..');

/** The shared modules that this host provides to mini-apps on a platform, with their versions. */
export function sharedVersions(platform) {
  const names = Object.keys(LIST).filter((name) => LIST[name].platforms.includes(platform));
  return Object.fromEntries(names.map((name) => [name, installedVersion(name)]));
}

/** The version of a package that is installed here. */
function installedVersion(name) {
  const file = join(FOLDER, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
