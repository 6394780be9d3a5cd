import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { assertObjectKey, assertObjectPrefix } from './assertObjectKey.ts';
import { clampByteRange } from './clampByteRange.ts';
import { createDurableFolders } from './createDurableFolders.ts';
import { errorCode } from './errorCode.ts';
import { folderFailure } from './folderFailure.ts';
import { listFolder } from './listFolder.ts';
import type { ObjectStore } from './ObjectStore.types.ts';
import { openFolderRoot } from './openFolderRoot.ts';
import { PRIVATE_FILE } from '../privateModes.ts';
import { syncToDisk } from './syncToDisk.ts';
import { writeDurably } from './writeDurably.ts';

/** The folder of incomplete files; no key starts with it. */
export const TEMPORARY = '.tmp';
const READ_CHUNK = 512 * 1024;
const NO_OBJECT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** Objects as files in a folder that belongs to this process, or to a running server. */
export function createFolderObjectStore(options: { root: string; isInUse?: boolean }): ObjectStore {
  const root = resolve(options.root);
  const temporary = join(root, TEMPORARY);
  // Otherwise, unfinished files may belong to a running process.
  if (!options.isInUse) openFolderRoot(root, temporary);
  const folders = createDurableFolders(root);

  const pathOf = (key: string) => {
    assertObjectKey(key);
    return join(root, key);
  };

  async function moveIntoPlace(from: string, target: string, signal?: AbortSignal) {
    await folders.make(dirname(target));
    signal?.throwIfAborted();
    await rename(from, target);
    await syncToDisk(dirname(target));
  }

  /** Writes atomically: lets `write` fill a temporary file and then moves it into place, or leaves nothing. */
  async function putBySideFile(
    target: string,
    write: (path: string) => Promise<void>,
    signal?: AbortSignal,
  ) {
    const sideFile = join(temporary, randomUUID());
    try {
      await write(sideFile);
      await moveIntoPlace(sideFile, target, signal);
    } catch (error) {
      await rm(sideFile, { force: true });
      throw error;
    }
  }

  return {
    async putFile(key, path, _, signal) {
      const target = pathOf(key);
      await takeRegularFile(path);
      try {
        // Synced before the move: under its key, a file must never be incomplete, even after a power failure.
        await syncToDisk(path);
        await moveIntoPlace(path, target, signal).catch(async (error: unknown) => {
          if (errorCode(error) !== 'EXDEV') throw error;
          const copy = async (sideFile: string) => {
            await copyFile(path, sideFile, constants.COPYFILE_FICLONE);
            await syncToDisk(sideFile);
          };
          await putBySideFile(target, copy, signal);
          await rm(path);
        });
      } catch (error) {
        signal?.throwIfAborted();
        throw folderFailure(error, key);
      }
    },

    async putBytes(key, bytes) {
      const target = pathOf(key);
      try {
        await putBySideFile(target, (sideFile) => writeDurably(sideFile, bytes));
      } catch (error) {
        throw folderFailure(error, key);
      }
    },

    async stat(key) {
      const found = await unlessMissing(stat(pathOf(key)));
      return found?.isFile() ? { size: found.size } : undefined;
    },

    async read(key, range) {
      const handle = await unlessMissing(open(pathOf(key), 'r'));
      if (!handle) return undefined;
      let stream: Readable | undefined;
      try {
        const found = await handle.stat();
        if (found.isFile()) {
          const part = range && clampByteRange(range, found.size, key);
          stream = handle.createReadStream({ ...part, highWaterMark: READ_CHUNK });
        }
      } finally {
        if (!stream) await handle.close();
      }
      return stream;
    },

    async delete(key) {
      const path = pathOf(key);
      const deleted = await unlessMissing(unlink(path).then(() => true));
      if (deleted) await syncToDisk(dirname(path));
    },

    async *list(prefix) {
      assertObjectPrefix(prefix);
      yield* listFolder(root, prefix);
    },

    async check() {
      const probe = join(temporary, randomUUID());
      try {
        await writeDurably(probe, Buffer.from('can this folder be written?'));
      } catch (error) {
        throw folderFailure(error, 'a probe');
      } finally {
        await rm(probe, { force: true });
      }
    },

    async close() {},
  };
}

/** A folder, a link or a world-readable file would be moved into the store as it is. */
async function takeRegularFile(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const found = await handle.stat();
    if (!found.isFile())
      throw new TypeError(`"${path}" is no regular file; only such can be stored.`);
    await handle.chmod(PRIVATE_FILE);
  } finally {
    await handle.close();
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (NO_OBJECT.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
