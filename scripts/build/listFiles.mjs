import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Every file below a folder as a sorted list of relative paths. */
export async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}
