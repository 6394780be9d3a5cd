import { type ResourceLimits, Worker } from 'node:worker_threads';

import { bundleThread } from './bundleThread.ts';

/** Starts a file in the folder of `main` as a thread. Such files combine parts of the server that must not import each other. */
export function startThread(
  name: string,
  workerData: unknown,
  resourceLimits?: ResourceLimits,
): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const file = isSource ? bundleThread(name) : new URL(`./${name}.js`, import.meta.url);
  return new Worker(file, { workerData, ...(resourceLimits && { resourceLimits }) });
}
