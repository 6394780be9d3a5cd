import { closeSync, mkdtempSync, openSync, rmdirSync } from 'node:fs';

import { PRIVATE_FILE } from '../privateModes.ts';

/**
 * Why a file of the embedded database cannot be written; undefined if it can. The engine only says that it failed, the
 * system error says why. Must not be called for a file that this process has open: that would release the engine's lock.
 */
export function whyNotWritten(file: string): unknown {
  try {
    // The engine creates files next to it.
    rmdirSync(mkdtempSync(`${file}-try-`));
    closeSync(openSync(file, 'a', PRIVATE_FILE));
    return undefined;
  } catch (error) {
    return error;
  }
}
