import { closeSync, openSync } from 'node:fs';

import { PRIVATE_FILE } from '../../privateModes.ts';

/**
 * Creates the file of the embedded database if it is missing: the engine would make it world-readable, and the files next
 * to it as well.
 */
export function makeDatabaseFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE));
}
