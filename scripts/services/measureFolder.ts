import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** What is installed in a folder of modules: how large it is, and which packages, as often as they are there. */
export async function measureFolder(
  folder: string,
): Promise<{ bytes: number; packages: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  const packages: string[] = [];
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    // What the disk keeps for it, which for small files is more than they hold.
    bytes += (await stat(path)).blocks * 512;
    if (name !== 'package.json' || !/node_modules\/(?:@[^/]+\/)?[^/]+$/.test(parentPath)) continue;
    const manifest = JSON.parse(await readFile(path, 'utf8')) as { name?: string };
    packages.push(manifest.name ?? basename(parentPath));
  }
  return { bytes, packages };
}
