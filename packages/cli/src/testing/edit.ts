import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces a text in a file, or fails if it is missing. Atomically, as editors do, so that nobody reads a partial file. */
export async function edit(root: string, file: string, from: string, to: string): Promise<void> {
  const path = join(root, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  // Next to the project, in a folder that is not watched.
  const next = `${root}.next`;
  await writeFile(
    next,
    text.replace(from, () => to),
  );
  await rename(next, path);
}
