import { open } from 'node:fs/promises';

/** Waits until a file's bytes, or the entries of a folder, would survive a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
