import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKeyProblem } from './assertObjectKey.ts';
import { errorCode } from './errorCode.ts';

/** The keys under a root that start with a prefix, read lazily. */
export async function* listFolder(root: string, prefix: string): AsyncGenerator<string> {
  // Starts in the folder of the prefix: listing one app must not walk through all of them.
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of walk(root, folder)) {
    if (key.startsWith(prefix)) yield key;
  }
}

/** The keys in a folder, which is '' or ends with a slash. */
async function* walk(root: string, folder: string): AsyncGenerator<string> {
  for await (const entry of entriesOf(join(root, folder))) {
    const key = folder + entry.name;
    // Anything else was not stored here as an object: the temporary folder, or a foreign file.
    if (objectKeyProblem(key) !== undefined) continue;
    if (entry.isDirectory()) yield* walk(root, `${key}/`);
    else if (entry.isFile()) yield key;
  }
}

async function* entriesOf(path: string) {
  try {
    yield* await opendir(path);
  } catch (error) {
    // A folder that does not exist, or no longer does, has no keys.
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
  }
}
