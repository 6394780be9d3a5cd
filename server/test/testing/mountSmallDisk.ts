import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { noteNotTested } from '../../../scripts/services/noteNotTested.ts';

const run = promisify(execFile);

/** A disk of its own, small enough to be filled. */
export interface SmallDisk {
  folder: string;
  /** Fills it until so many bytes are free. */
  fill(free: number): Promise<void>;
  /** Takes away again what filled it. */
  empty(): Promise<void>;
  unmount(): Promise<void>;
}

/** Somebody else may write at the same time: then it is full all the same. */
function unlessFull(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error;
}

/** Mounts a disk in memory. Where that is not allowed: undefined and a loud note, or an error where nothing may be skipped. */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', folder]);
  } catch (error) {
    await rmdir(folder);
    const sentence = `A full disk: mounting a small one needs root on Linux (${(error as Error).message.trim()}).`;
    if (process.env['CI']) throw new Error(sentence, { cause: error });
    await noteNotTested(sentence);
    return undefined;
  }

  const filler = join(folder, 'filler');
  return {
    folder,
    async fill(free) {
      const { bavail, bsize } = await statfs(folder);
      const handle = await open(filler, 'a');
      try {
        const missing = bavail * bsize - free;
        if (missing > 0) await handle.writeFile(Buffer.alloc(missing, 1)).catch(unlessFull);
      } finally {
        await handle.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    async unmount() {
      await run('umount', [folder]);
      await rmdir(folder);
    },
  };
}
