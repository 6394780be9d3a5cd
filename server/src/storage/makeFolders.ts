import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder with its missing parents. Returns the first that it created. Node's own function loops forever if the
 * system reports an existing parent as missing, as below `/proc`.
 */
export function makeFolders(path: string, mode = 0o777): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  try {
    mkdirSync(path, { mode });
    return path;
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    const firstMade = makeFolders(parent, mode);
    mkdirSync(path, { mode });
    return firstMade ?? path;
  }
}
