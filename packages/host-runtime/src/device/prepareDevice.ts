import { ScriptManager } from '@callstack/repack/client';

import { completeAbortSignals } from './completeAbortSignals.ts';
import { findOwnChunks } from './findOwnChunks.ts';

/** Call it where the script of an app for ios or android starts, before anything else of the host. */
export function prepareDevice(): void {
  completeAbortSignals(globalThis);
  findOwnChunks(ScriptManager.shared);
}
