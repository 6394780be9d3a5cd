import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PRIVATE_FILE, PRIVATE_FOLDER } from '../privateModes.ts';

/**
 * Takes from everybody else what lies in a folder of an earlier version, which made files that all could read. A folder
 * that is private already is not looked into: what the server makes there is private from the start.
 */
export function makePrivate(folder: string): void {
  const wasPrivate = modeOf(folder) === PRIVATE_FOLDER;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) chmodIfNeeded(path, PRIVATE_FILE);
    if (entry.isDirectory() && !(wasPrivate && modeOf(path) === PRIVATE_FOLDER)) makePrivate(path);
  }
  // Last: one that is stopped in the middle begins anew.
  chmodIfNeeded(folder, PRIVATE_FOLDER);
}

function chmodIfNeeded(path: string, mode: number): void {
  if (modeOf(path) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // A volume may belong to somebody else who lets the server's group write: then its mode is theirs to choose.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function modeOf(path: string): number {
  return lstatSync(path).mode & 0o777;
}
