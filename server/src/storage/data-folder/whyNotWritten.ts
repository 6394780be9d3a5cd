import { closeSync, mkdtempSync, openSync, rmdirSync } from 'node:fs';

import { PRIVATE_FILE } from '../privateModes.ts';

/**
 * Why a file of the embedded database cannot be written; undefined when it can. The engine only says that it cannot, the
 * system says why. Not for a file that this process has open: it would lose the engine's lock.
 */
export function whyNotWritten(file: string): unknown {
  try {
    // The engine makes files beside it.
    rmdirSync(mkdtempSync(`${file}-try-`));
    closeSync(openSync(file, 'a', PRIVATE_FILE));
    return undefined;
  } catch (error) {
    return error;
  }
}
