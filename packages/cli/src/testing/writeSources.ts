import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporaryFolder.ts';

/** Writes files into a temporary folder. */
export async function writeSources(files: Record<string, string>): Promise<string> {
  const root = await temporaryFolder('sources');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
