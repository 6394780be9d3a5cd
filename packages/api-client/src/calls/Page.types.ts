/** Selects a page of a list: at most 100 entries, after the `nextCursor` of the previous page. */
export interface PageRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A page of a list; `nextCursor` is absent on the last one. */
export interface Page<Item> {
  items: Item[];
  nextCursor?: string | undefined;
}

/** A query of a list with the number of entries as a number. */
export type ListRequest<Query extends object> = PageRequest & Omit<Query, keyof PageRequest>;
