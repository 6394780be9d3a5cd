import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { makeFolders } from '../makeFolders.ts';
import { PRIVATE_FOLDER } from '../privateModes.ts';

/** Creates the folder and deletes incomplete files of a dead process. */
export function openFolderRoot(root: string, temporary: string): void {
  rmSync(temporary, { recursive: true, force: true });
  const firstMade = makeFolders(temporary, PRIVATE_FOLDER);
  if (firstMade === undefined) return;
  // The new directory entries are synced as well, or a power failure could lose the whole store.
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
