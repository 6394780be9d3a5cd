const FIRST_MS = 1000;

/** How long to wait after so many failures before this one: ever longer, and by chance, as others wait for the same. */
export function backOff(failures: number, longestMs: number, chance: () => number): number {
  const pause = Math.min(longestMs, FIRST_MS * 2 ** failures);
  return pause / 2 + (chance() * pause) / 2;
}
