/** A span of time, in milliseconds. */
export interface Interval {
  from: number;
  to: number;
}

/** How much of an interval lies outside of all others, which may overlap. */
export function lengthOutside({ from, to }: Interval, others: readonly Interval[]): number {
  let length = 0;
  let at = from;
  for (const other of others.toSorted((one, two) => one.from - two.from)) {
    if (other.to <= at) continue;
    if (other.from >= to) break;
    length += Math.max(0, other.from - at);
    at = other.to;
  }
  return length + Math.max(0, to - at);
}
