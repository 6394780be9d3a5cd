import { closeSync, openSync } from 'node:fs';

import { PRIVATE_FILE } from '../privateModes.ts';

/** Makes the file of the embedded database where it is missing: the engine would make it, and those beside it, for all to read. */
export function makeDatabaseFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE));
}
