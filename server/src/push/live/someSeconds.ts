const MAX_RETRY_AFTER_SECONDS = 10;

/** In how many seconds devices that are turned away now may try again: not all at the same moment. */
export function someSeconds(): number {
  return 1 + Math.floor(Math.random() * MAX_RETRY_AFTER_SECONDS);
}
