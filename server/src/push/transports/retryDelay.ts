/** How retries are spaced. */
export interface RetryPolicy {
  /** The longest wait before the first retry; it doubles with every further one. */
  firstMs?: number;
  mostMs?: number;
}

/**
 * How long to wait before the next attempt, in milliseconds: exponential backoff with full jitter, so that what failed
 * together is not retried together, and never sooner than the push service asked for.
 *
 * @param failedAttempts how many attempts have failed so far, at least 1
 */
export function retryDelay(
  failedAttempts: number,
  retryAfterMs: number | undefined,
  { firstMs = 1_000, mostMs = 10 * 60_000 }: RetryPolicy = {},
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(mostMs, firstMs * 2 ** Math.min(failedAttempts - 1, 30));
  return Math.round((retryAfterMs ?? 0) + random() * ceiling);
}
