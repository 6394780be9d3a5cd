import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { syncToDisk } from '../objects/syncToDisk.ts';
import { PRIVATE_FILE } from '../privateModes.ts';

/** What the files of the marks say to whoever finds them. */
const TEXTS = {
  running:
    'A server runs on this folder, or one was cut off. The next start makes this file anew.\n',
  stopped: 'The server ended as it should. It removes this file when it starts.\n',
} as const;

type FolderMark = keyof typeof TEXTS;

/**
 * Leaves a file in the data folder that says how far the server is. Returns its mark, for the database: when the file was
 * changed last, which nobody can set. A copy of the folder that is put back has another one.
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

/** Takes a mark out of the folder. */
export async function removeMark(folder: string, name: FolderMark): Promise<void> {
  await rm(join(folder, name), { force: true });
  await syncToDisk(folder);
}

/** Microseconds: what a number holds exactly. */
async function markOf(file: string): Promise<number> {
  const { ctimeNs } = await stat(file, { bigint: true });
  return Number(ctimeNs / 1000n);
}
