import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { memoryOf } from './processFigures.ts';

const COLLECTIONS = 3;
const SETTLE_MS = 700;

/** The Node options that a server needs for {@link memoryInUse}. */
export const COLLECTABLE = [
  '--expose-gc',
  '--import',
  fileURLToPath(new URL('collectGarbage.mjs', import.meta.url)),
] as const;

/** The resident memory of a process in bytes, after garbage collection. */
export async function memoryInUse(pid: number): Promise<number> {
  for (let collection = 0; collection < COLLECTIONS; collection++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(SETTLE_MS);
  }
  return memoryOf(pid).now;
}
