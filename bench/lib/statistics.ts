/** The median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median of the ratios per round, since the machine's speed changes over the course of all rounds. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / theirs[round]!));
}

/** The quantile of some values for a share from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}
