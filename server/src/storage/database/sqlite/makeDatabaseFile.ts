import { closeSync, openSync } from 'node:fs';

import { PRIVATE_FILE } from '../../privateModes.ts';

/**
 * Creates the file of the embedded database if it is missing: the engine would make it, and those beside it, readable by
 * everybody.
 */
export function makeDatabaseFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE));
}
