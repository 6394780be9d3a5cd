/** A time interval in milliseconds. */
export interface Interval {
  from: number;
  to: number;
}

/** The length of the part of an interval that no other one covers; the others may overlap. */
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

/** Whether two intervals overlap. */
export function overlap(one: Interval, other: Interval): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** The intervals from each start to the next end; an open one lasts until the end of the log. */
export function pairs(marks: readonly { at: number; isOver: boolean }[], end: number): Interval[] {
  const intervals: Interval[] = [];
  let from: number | undefined;
  for (const { at, isOver } of marks) {
    if (!isOver) from ??= at;
    else if (from !== undefined) {
      intervals.push({ from, to: at });
      from = undefined;
    }
  }
  if (from !== undefined) intervals.push({ from, to: end });
  return intervals;
}
