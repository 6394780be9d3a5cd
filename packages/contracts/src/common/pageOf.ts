import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';

/** The schema of one page of a list; `nextCursor` is absent on the last page. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.optional(z.string()) });
}

/** The query parameters of every list: at most 100 items per page, starting from the cursor of the previous page. */
export const PageQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(1000))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'limit is 1 to 100'))),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** The text to search for in the names and ids of a list. */
export const searchText = z.optional(
  z.string().check(z.minLength(1), z.maxLength(LIMITS.nameLength)),
);
