/** Digests that are kept: up to here the number is exact. */
const KEPT = 128;
/** Digests are whole numbers below this. */
const RANGE = 2 ** 48;

/**
 * How many different installs there are, told by the smallest of their digests: they are spread evenly, so the largest of
 * the smallest says how many there must be. It takes the same room however many there are, and whoever makes installs up.
 */
export function countSketch(sketch: readonly number[]): { count: number; isExact: boolean } {
  if (sketch.length < KEPT) return { count: sketch.length, isExact: true };
  return { count: Math.round(((KEPT - 1) * RANGE) / sketch.at(-1)!), isExact: false };
}

/** Adds the digest of an install; gives the same sketch where that changes nothing. */
export function addToSketch(sketch: readonly number[], digest: Buffer): readonly number[] {
  const value = digest.readUIntBE(0, 6);
  const isTooLarge = sketch.length >= KEPT && value >= sketch.at(-1)!;
  if (isTooLarge || sketch.includes(value)) return sketch;
  return [...sketch, value].toSorted((one, other) => one - other).slice(0, KEPT);
}
