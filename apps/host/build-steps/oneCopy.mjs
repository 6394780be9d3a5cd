import { realpathSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..');

/**
 * Aliases that lead every import of these packages to the copy that this app has. A package manager may install one for each
 * set of peers, and two copies of a library with contexts do not know of each other.
 */
export function oneCopy(names) {
  return Object.fromEntries(
    names.map((name) => [name, realpathSync(join(FOLDER, 'node_modules', name))]),
  );
}
