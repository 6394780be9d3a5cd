import { Worker } from 'node:worker_threads';

import { programFile } from './programFile.ts';

/** Starts a file in the folder of `main` as a thread. */
export function startThread(name: string, workerData: unknown): Worker {
  return new Worker(programFile(name), { workerData });
}
