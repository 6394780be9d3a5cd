import type { ByteRange } from './ObjectStore.types.ts';

/**
 * Clamps a range to an object of `size` bytes: a range may end after the object, as in HTTP.
 * Throws a RangeError if it starts after the end of the object or is invalid.
 */
export function clampByteRange(range: ByteRange, size: number, key: string): ByteRange {
  const { start, end } = range;
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!isRange || start < 0 || end < start || start >= size)
    throw new RangeError(`"${key}" has no bytes ${start} to ${end}.`);
  return { start, end: Math.min(end, size - 1) };
}
