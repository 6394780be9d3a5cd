/** A duration for people: `40 ms`, `1.3 s`, `2 min 5 s`. Seconds that round up to 60 become a minute. */
export function formatDuration(milliseconds: number): string {
  if (Math.round(milliseconds) < 100) return `${Math.round(milliseconds)} ms`;
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
