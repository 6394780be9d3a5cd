import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that commands create or change in a project, without installed packages. */
export async function projectFiles(root: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const entries = await Promise.all(
    ['ios', 'android'].map((part) =>
      readdir(join(root, part), { recursive: true, withFileTypes: true }),
    ),
  );
  for (const entry of entries.flat().filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files[path.slice(root.length + 1)] = await readFile(path, 'latin1');
  }
  for (const name of ['app.json', 'package.json']) {
    files[name] = await readFile(join(root, name), 'utf8');
  }
  return files;
}
