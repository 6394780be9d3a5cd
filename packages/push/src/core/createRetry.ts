import { backOff } from './backOff.ts';

const MAX_DELAY_MS = 5 * 60 * 1000;

/** Retries something until it succeeds, with exponential backoff and jitter. */
export interface Retry {
  /** Starts at once, even during a pause. */
  now: () => void;
  stop: () => void;
}

/** It has succeeded unless `attempt` rejects, or resolves to false. */
export function createRetry(
  attempt: () => Promise<boolean | void>,
  random: () => number = Math.random,
): Retry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isRunning = false;
  let isAskedAgain = false;
  let isStopped = false;

  async function run(): Promise<void> {
    isAskedAgain = isRunning;
    if (isRunning) return undefined;
    isRunning = true;
    const isFailure = (await attempt().catch(() => false)) === false;
    isRunning = false;
    if (isStopped) return undefined;
    if (isAskedAgain) return run();
    if (isFailure) timer = setTimeout(() => void run(), backOff(failures++, MAX_DELAY_MS, random));
    else failures = 0;
    return undefined;
  }

  return {
    now() {
      if (isStopped) return;
      clearTimeout(timer);
      void run();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
