const FIRST_MS = 1000;

/** Exponential backoff with jitter, given the number of earlier failures. */
export function backOff(failures: number, longestMs: number, random: () => number): number {
  const pause = Math.min(longestMs, FIRST_MS * 2 ** failures);
  return pause / 2 + (random() * pause) / 2;
}
