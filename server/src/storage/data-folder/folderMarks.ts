import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { syncToDisk } from '../objects/syncToDisk.ts';
import { PRIVATE_FILE } from '../privateModes.ts';

/** The contents of the mark files, for people who find them. */
const TEXTS = {
  running:
    'A server runs on this folder, or one was cut off. The next start makes this file anew.\n',
  stopped: 'The server ended as it should. It removes this file when it starts.\n',
} as const;

type FolderMark = keyof typeof TEXTS;

/**
 * Writes a mark file to the data folder. Returns its change time (ctime), to be stored in the database. Programs cannot set
 * it, so a restored copy of the folder has a different one.
 */
export async function leaveMark(folder: string, name: FolderMark): Promise<number> {
  const file = join(folder, name);
  const handle = await open(file, 'w', PRIVATE_FILE);
  try {
    await handle.writeFile(TEXTS[name]);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncToDisk(folder);
  return markOf(file);
}

/** Reads a mark; undefined when there is none. */
export async function readFolderMark(
  folder: string,
  name: FolderMark,
): Promise<number | undefined> {
  return markOf(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Removes a mark from the folder. */
export async function removeMark(folder: string, name: FolderMark): Promise<void> {
  await rm(join(folder, name), { force: true });
  await syncToDisk(folder);
}

/** The change time of a file in microseconds, which a number represents exactly. */
async function markOf(file: string): Promise<number> {
  const { ctimeNs } = await stat(file, { bigint: true });
  return Number(ctimeNs / 1000n);
}
