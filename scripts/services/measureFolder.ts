import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The size of a node_modules folder and its packages, duplicates included. */
export async function measureFolder(
  folder: string,
): Promise<{ bytes: number; packages: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  const packages: string[] = [];
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    // Disk usage, which for small files is more than their length.
    bytes += (await stat(path)).blocks * 512;
    if (name !== 'package.json' || !/node_modules\/(?:@[^/]+\/)?[^/]+$/.test(parentPath)) continue;
    const manifest = JSON.parse(await readFile(path, 'utf8')) as { name?: string };
    packages.push(manifest.name ?? basename(parentPath));
  }
  return { bytes, packages };
}
