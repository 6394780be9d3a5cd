const MAX_RETRY_AFTER_SECONDS = 10;

/** When devices that are turned away now may come again: not all at the same moment. */
export function someSeconds(): number {
  return 1 + Math.floor(Math.random() * MAX_RETRY_AFTER_SECONDS);
}
