import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { syncToDisk } from '../objects/syncToDisk.ts';
import { PRIVATE_FILE } from '../privateModes.ts';

/** Reads a secret in the data folder, which is readable by the owner only; generates it at the first start. */
export async function keepSecret(
  folder: string,
  name: string,
): Promise<{ secret: string; file: string; isNew: boolean }> {
  const file = join(folder, name);
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept?.trim()) return { secret: kept.trim(), file, isNew: false };

  const secret = randomBytes(32).toString('base64url');
  const handle = await open(file, 'w', PRIVATE_FILE);
  try {
    // An empty file that existed before has kept its mode.
    await handle.chmod(PRIVATE_FILE);
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncToDisk(folder);
  return { secret, file, isNew: true };
}
