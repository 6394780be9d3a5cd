import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Every file below some folders of a project, by path. */
export async function readFiles(
  root: string,
  folders: readonly string[] = ['ios', 'android'],
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files[relative(root, path)] = await readFile(path, 'latin1');
    }
  }
  return files;
}
