import { setTimeout as wait } from 'node:timers/promises';

import { retryDelay } from '../transports/retryDelay.ts';

/** Attempts to write the result of a job before it is left to be repeated. */
const MAX_WRITES = 12;

/**
 * Writes the result of a job, with retries: a push cannot be taken back, and without its result it would be sent twice.
 */
export async function writeResult(write: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let failed = 1; ; failed++) {
    try {
      return await write();
    } catch (error) {
      if (failed >= MAX_WRITES || signal.aborted) throw error;
      const delayMs = retryDelay(failed, undefined, { firstMs: 100, mostMs: 10_000 });
      await waitUnlessAborted(delayMs, signal);
    }
  }
}

/** Waits, unless this node shuts down. */
export async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
