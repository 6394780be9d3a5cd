import type { ByteRange } from './ObjectStore.types.ts';

/**
 * The part of a range that an object of `size` bytes has: a range may end behind the object, as in HTTP.
 * Throws a RangeError when it starts behind the end of the object or is not a valid range.
 */
export function clampByteRange(range: ByteRange, size: number, key: string): ByteRange {
  const { start, end } = range;
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!isRange || start < 0 || end < start || start >= size)
    throw new RangeError(`"${key}" has no bytes ${start} to ${end}.`);
  return { start, end: Math.min(end, size - 1) };
}
