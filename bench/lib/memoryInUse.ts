import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { memoryOf } from './processFigures.ts';

const COLLECTIONS = 3;
const SETTLE_MS = 700;

/** What a server is started with whose {@link memoryInUse} is asked for. */
export const COLLECTABLE = [
  '--expose-gc',
  '--import',
  fileURLToPath(new URL('collectGarbage.mjs', import.meta.url)),
] as const;

/** Bytes of a process in memory after it gave back what it does not need. */
export async function memoryInUse(pid: number): Promise<number> {
  for (let collection = 0; collection < COLLECTIONS; collection++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(SETTLE_MS);
  }
  return memoryOf(pid).now;
}
