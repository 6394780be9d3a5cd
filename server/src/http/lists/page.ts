import { encodeCursor } from './cursor.ts';

/** The number of entries that a query asks for. */
export function pageLimit(query: { limit?: string | undefined }, otherwise = 20): number {
  return query.limit === undefined ? otherwise : Number(query.limit);
}

/** A page from `limit + 1` rows: the extra one tells that there is a next page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  placeOf: (row: Row) => readonly (string | number)[],
): { items: Item[]; nextCursor?: string } {
  const items = rows.slice(0, limit).map(toItem);
  const last = rows[limit - 1];
  const hasMore = rows.length > limit && last !== undefined;
  return hasMore ? { items, nextCursor: encodeCursor(placeOf(last)) } : { items };
}
