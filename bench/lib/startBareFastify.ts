import { fileURLToPath } from 'node:url';

import { freePort } from '../../scripts/build/freePort.mjs';
import { type RunningProcess, startProcess } from './startProcess.ts';

const FILE = fileURLToPath(new URL('bareFastify.ts', import.meta.url));

/** Starts a Fastify in its own process that only returns a constant, of a given size for hosts. */
export async function startBareFastify(
  bytes: number,
  cores: 'one' | 'all' = 'one',
): Promise<RunningProcess> {
  const port = await freePort();
  return startProcess({
    command: process.execPath,
    args: ['--import', import.meta.resolve('tsx'), FILE],
    env: { NODE_ENV: 'production', PORT: String(port), BYTES: String(bytes) },
    port,
    probe: '/v1/mini-programs/any/resolve',
    cores,
  });
}
