/** How many digests the sketch keeps: below this the count is exact. */
const KEPT = 128;
/** Digests are integers below this. */
const RANGE = 2 ** 48;

/**
 * Estimates the number of distinct installs from the k smallest digests (a KMV sketch): digests are uniformly distributed,
 * so the largest of them tells how many there are. Its size is bounded, even if somebody makes installs up.
 */
export function countSketch(sketch: readonly number[]): { count: number; isExact: boolean } {
  if (sketch.length < KEPT) return { count: sketch.length, isExact: true };
  return { count: Math.round(((KEPT - 1) * RANGE) / sketch.at(-1)!), isExact: false };
}

/** Adds the digest of an install; returns the same array if that changes nothing. */
export function addToSketch(sketch: readonly number[], digest: Buffer): readonly number[] {
  const value = digest.readUIntBE(0, 6);
  const isTooLarge = sketch.length >= KEPT && value >= sketch.at(-1)!;
  if (isTooLarge || sketch.includes(value)) return sketch;
  return [...sketch, value].toSorted((one, other) => one - other).slice(0, KEPT);
}
