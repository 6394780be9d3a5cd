import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKeyProblem } from './assertObjectKey.ts';
import { errorCode } from './errorCode.ts';

/** The keys under a root that start with a prefix, read as one goes along and never all at once. */
export async function* listFolder(root: string, prefix: string): AsyncGenerator<string> {
  // Folders on the way to the prefix are entered directly: to list one app must not cost a walk through all of them.
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of walk(root, folder)) {
    if (key.startsWith(prefix)) yield key;
  }
}

/** The keys in a folder, which is given as '' or with a slash at its end. */
async function* walk(root: string, folder: string): AsyncGenerator<string> {
  for await (const entry of entriesOf(join(root, folder))) {
    const key = folder + entry.name;
    // What is not a key was not put here by a store: the temporary folder, or a foreign file.
    if (objectKeyProblem(key) !== undefined) continue;
    if (entry.isDirectory()) yield* walk(root, `${key}/`);
    else if (entry.isFile()) yield key;
  }
}

async function* entriesOf(path: string) {
  try {
    yield* await opendir(path);
  } catch (error) {
    // A folder that is not there, or no longer, has no keys.
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
  }
}
