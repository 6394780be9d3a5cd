import * as z from 'zod/mini';

/** The fields that a list can be sorted by: `name` ascending, `-name` descending. */
export function sortBy<const Key extends string>(...keys: Key[]) {
  const words = keys.flatMap((key): (Key | `-${Key}`)[] => [key, `-${key}`]);
  return z.optional(z.enum(words));
}
