/** A duration for people: `40 ms`, `1.3 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
