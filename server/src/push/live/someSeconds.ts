const MAX_RETRY_AFTER_SECONDS = 10;

/** A Retry-After with jitter, so that refused devices do not all retry at the same moment. */
export function someSeconds(): number {
  return 1 + Math.floor(Math.random() * MAX_RETRY_AFTER_SECONDS);
}
