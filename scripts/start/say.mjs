const start = performance.now();

/** Logs a progress line with the seconds since the start. */
export function say(line) {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${seconds.padStart(6)} s  ${line}`);
}
