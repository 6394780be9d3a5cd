import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { syncToDisk } from '../objects/syncToDisk.ts';
import { PRIVATE_FILE } from '../privateModes.ts';

const FILE = 'stopped';

/**
 * Leaves a file in the data folder that says that the server ended as it should. Returns its mark, for the database: when
 * the file was changed last, which nobody can set. A copy of the folder that is put back has another one.
 */
export async function leaveStopMark(folder: string): Promise<number> {
  const file = join(folder, FILE);
  const handle = await open(file, 'w', PRIVATE_FILE);
  try {
    await handle.writeFile('The server ended as it should. It removes this file when it starts.\n');
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncToDisk(folder);
  return markOf(file);
}

/** Takes the mark of the last stop out of the folder; undefined when there is none. */
export async function takeStopMark(folder: string): Promise<number | undefined> {
  const file = join(folder, FILE);
  const mark = await markOf(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  await rm(file, { force: true });
  await syncToDisk(folder);
  return mark;
}

/** Microseconds: what a number holds exactly. */
async function markOf(file: string): Promise<number> {
  const { ctimeNs } = await stat(file, { bigint: true });
  return Number(ctimeNs / 1000n);
}
