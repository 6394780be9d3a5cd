import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces a text in a file, or fails where it is not there. */
export async function edit(root: string, file: string, from: string, to: string): Promise<void> {
  const path = join(root, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(
    path,
    text.replace(from, () => to),
  );
}
