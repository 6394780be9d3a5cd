import { ScriptManager } from '@callstack/repack/client';

import { completeAbortSignals } from './completeAbortSignals.ts';
import { findOwnChunks } from './findOwnChunks.ts';

/** Prepares the JavaScript environment. Call it first in the entry script of an app for ios or android. */
export function prepareDevice(): void {
  completeAbortSignals(globalThis);
  findOwnChunks(ScriptManager.shared);
}
