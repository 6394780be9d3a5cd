import { open } from 'node:fs/promises';

import { PRIVATE_FILE } from '../privateModes.ts';

/** Writes a new file and waits until its bytes would survive a power failure. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
