import { readdir } from 'node:fs/promises';

import { CliError } from '../../terminal/CliError.ts';

// Allows a fresh clone of an empty repository.
const HARMLESS = new Set(['.git', '.DS_Store']);

/** Refuses a folder that is not empty, so that no files are ever overwritten. */
export async function requireEmptyFolder(path: string, shown: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error;
    throw new CliError(`${shown} is a file.`, 'Choose a folder that does not exist yet.', {
      code: 'folder-not-empty',
    });
  }
  const found = names.filter((name) => !HARMLESS.has(name));
  if (found.length === 0) return;
  const some = found.slice(0, 3).join(', ') + (found.length > 3 ? ', …' : '');
  throw new CliError(
    `The folder ${shown} is not empty: it holds ${some}.`,
    'Choose another folder, or empty this one.',
    { code: 'folder-not-empty' },
  );
}
