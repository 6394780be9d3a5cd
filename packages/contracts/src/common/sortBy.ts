import * as z from 'zod/mini';

/** What a list can be sorted by: `name` upwards, `-name` downwards. */
export function sortBy<const Key extends string>(...keys: Key[]) {
  const words = keys.flatMap((key): (Key | `-${Key}`)[] => [key, `-${key}`]);
  return z.optional(z.enum(words));
}
