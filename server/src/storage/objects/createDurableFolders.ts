import { mkdir } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { LRUCache } from 'lru-cache';
import { PRIVATE_FOLDER } from '../privateModes.ts';
import { syncToDisk } from './syncToDisk.ts';

const REMEMBERED_FOLDERS = 10_000;

/** Creates folders that survive a power failure. */
export interface DurableFolders {
  /** Creates a folder under the root, unless it exists, and resolves once it would survive a power failure. */
  make(folder: string): Promise<void>;
}

/** Creates folders under a root so that they survive a power failure. */
export function createDurableFolders(root: string): DurableFolders {
  // An existing folder is not necessarily durable: another put, or a killed process, may have created it without getting to
  // the sync. So only folders that were synced here are trusted.
  const durable = new LRUCache<string, true>({ max: REMEMBERED_FOLDERS });

  async function make(folder: string): Promise<void> {
    const firstMade = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    if (firstMade === undefined && durable.has(folder)) return;
    for (const parent of parentsUpTo(root, folder)) await syncToDisk(parent);
    durable.set(folder, true);
  }

  return { make };
}

/** The parent folders on the path from the root to a folder, whose entries have to be synced. */
function parentsUpTo(root: string, folder: string): string[] {
  const parents: string[] = [];
  for (let at = folder; relative(root, at) !== ''; at = dirname(at)) parents.push(dirname(at));
  return parents;
}
