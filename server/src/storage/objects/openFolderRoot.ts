import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { makeFolders } from '../makeFolders.ts';
import { PRIVATE_FOLDER } from '../privateModes.ts';

/** Makes the folder and throws away what a dead process left half written. */
export function openFolderRoot(root: string, temporary: string): void {
  rmSync(temporary, { recursive: true, force: true });
  const firstMade = makeFolders(temporary, PRIVATE_FOLDER);
  if (firstMade === undefined) return;
  // Names that were just made are synced too, or a power cut takes the whole store with its first objects.
  const last = dirname(firstMade);
  for (let folder = root; ; folder = dirname(folder)) {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (folder === last) return;
  }
}
