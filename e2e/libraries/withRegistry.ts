import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { readConfig, startServer } from '@host/server';

import { freePort } from '../../scripts/build/freePort.mjs';
import { PACKED_FOLDER } from '../../scripts/pack/packPackages.mjs';

/** A server that hands out our own packages, as they are published, while `work` is done with its registry. */
export async function withRegistry<T>(
  folder: string,
  work: (registry: string) => Promise<T>,
): Promise<T> {
  const port = String(await freePort());
  const data = join(folder, 'server');
  const server = await startServer(
    readConfig({ PORT: port, DATA_DIR: data, PACKAGES_DIR: PACKED_FOLDER, LOG_LEVEL: 'silent' }),
  );
  try {
    return await work(`http://localhost:${port}/npm/`);
  } finally {
    await server.close();
    await rm(data, { recursive: true, force: true });
  }
}
