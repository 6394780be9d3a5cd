import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PRIVATE_FILE, PRIVATE_FOLDER } from '../privateModes.ts';

/**
 * Makes a data folder of an earlier version private: that version created world-readable files. A folder that is private
 * already is not scanned: its contents were made private before.
 */
export function makePrivate(folder: string): void {
  const wasPrivate = modeOf(folder) === PRIVATE_FOLDER;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) chmodIfNeeded(path, PRIVATE_FILE);
    if (entry.isDirectory() && !(wasPrivate && modeOf(path) === PRIVATE_FOLDER)) makePrivate(path);
  }
  // Last, so that an interrupted run starts over.
  chmodIfNeeded(folder, PRIVATE_FOLDER);
}

function chmodIfNeeded(path: string, mode: number): void {
  if (modeOf(path) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // A volume may belong to another user, with write access for the server's group: then its mode is up to them.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function modeOf(path: string): number {
  return lstatSync(path).mode & 0o777;
}
