import type { KeyObject } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

import { CliError } from '../terminal/CliError.ts';

/** Writes a private key to a new file that only its owner can read. An existing file is never overwritten. */
export async function saveKey(path: string, privateKey: KeyObject): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new CliError(
      `${path} is there already, and a key that is overwritten is lost.`,
      'Choose another path.',
      { code: 'key-file-exists' },
    );
  });
  try {
    // The umask may have removed the owner's permissions as well.
    await file.chmod(0o600);
    await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
