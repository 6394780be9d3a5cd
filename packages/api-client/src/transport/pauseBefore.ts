/** The maximal number of attempts. */
export const MAX_ATTEMPTS = 4;

const FIRST_MS = 250;
const MAX_DELAY_MS = 5000;
const MAX_RETRY_AFTER_SECONDS = 30;

/**
 * How long to wait after `attempt`, counted from 1; undefined if it is not worth waiting. Exponential backoff with jitter,
 * so that clients that failed together do not retry together.
 */
export function pauseBefore(
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number = Math.random(),
): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined;
  if (retryAfterSeconds === undefined) {
    const pause = Math.min(MAX_DELAY_MS, FIRST_MS * 2 ** (attempt - 1));
    return pause / 2 + (random * pause) / 2;
  }
  // Never sooner than the server asked for.
  if (retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return undefined;
  return retryAfterSeconds * 1000 + random * FIRST_MS;
}
