const EVERY_MS = 10;

/**
 * Measures for how long this process could not run: what is timed meanwhile, on a machine that others use too, took longer by as
 * much. Returns what ends it and gives the milliseconds.
 */
export function watchStalls(): () => number {
  let stalledMs = 0;
  let dueAt = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    stalledMs += Math.max(0, now - dueAt);
    dueAt = now + EVERY_MS;
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return stalledMs;
  };
}
