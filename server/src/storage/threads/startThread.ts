import { type ResourceLimits, Worker } from 'node:worker_threads';

import { bundleThread } from './bundleThread.ts';

/** Starts a file that lies beside `main` as a thread: they are put together there from parts that do not know each other. */
export function startThread(
  name: string,
  workerData: unknown,
  resourceLimits?: ResourceLimits,
): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const file = isSource ? bundleThread(name) : new URL(`./${name}.js`, import.meta.url);
  return new Worker(file, { workerData, ...(resourceLimits && { resourceLimits }) });
}
