import { mkdir } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { LRUCache } from 'lru-cache';
import { PRIVATE_FOLDER } from '../privateModes.ts';
import { syncToDisk } from './syncToDisk.ts';

const REMEMBERED_FOLDERS = 10_000;

/** Folders that survive a power cut. */
export interface DurableFolders {
  /** Makes a folder under the root, unless it is there, and resolves when a power cut cannot take it away. */
  make(folder: string): Promise<void>;
}

/** Makes folders under a root so that they survive a power cut. */
export function createDurableFolders(root: string): DurableFolders {
  // A folder that is there is not yet durable: another put, or a process that was killed, may have made it and not come
  // as far as its sync. So only what was synced here is trusted.
  const durable = new LRUCache<string, true>({ max: REMEMBERED_FOLDERS });

  async function make(folder: string): Promise<void> {
    const firstMade = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    if (firstMade === undefined && durable.has(folder)) return;
    for (const parent of parentsUpTo(root, folder)) await syncToDisk(parent);
    durable.set(folder, true);
  }

  return { make };
}

/** The folders that hold the names on the way from the root to a folder. */
function parentsUpTo(root: string, folder: string): string[] {
  const parents: string[] = [];
  for (let at = folder; relative(root, at) !== ''; at = dirname(at)) parents.push(dirname(at));
  return parents;
}
