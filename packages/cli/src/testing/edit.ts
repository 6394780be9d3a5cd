import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces a text in a file, or fails where it is not there. In one step, as editors do: nobody reads half of it. */
export async function edit(root: string, file: string, from: string, to: string): Promise<void> {
  const path = join(root, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  // Beside the project, where nothing watches.
  const next = `${root}.next`;
  await writeFile(
    next,
    text.replace(from, () => to),
  );
  await rename(next, path);
}
