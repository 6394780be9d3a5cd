import type { SqlValue } from '../../storage/database/Database.types.ts';
import { OTHER_ORDER, decodeCursor, unknownCursor } from './cursor.ts';
import { pageLimit, toPage } from './page.ts';

type Value = string | number;

/** A sort key of a list: a column or an expression, with an index if the table can grow. */
interface SortKey {
  sql: string;
  type: 'number' | 'text';
}

/** A list that can be read in several orders. */
export interface SortedList<Row> {
  /** The sort keys, by the name that callers use. */
  keys: Readonly<Record<string, SortKey>>;
  /** The default order; a leading minus means descending. */
  initial: string;
  /** The unique tie-breaker for rows with equal sort keys. */
  id: readonly SortKey[];
  idOf: (row: Row) => readonly Value[];
}

/** A row with the value that it is sorted by. */
export interface SortedRow {
  sorted_by: Value;
}

/** A page of a sorted list (keyset paging), as parts of an SQL statement. */
export interface ListPart<Row> {
  /** The expression to select as `sorted_by`. */
  sortedBy: string;
  /** The condition for rows after the previous page; `values` are its parameters. */
  behind: string;
  values: readonly SqlValue[];
  order: string;
  /** One more than the page size, which tells whether there is a next page. */
  limit: number;
  /** Merges the rows of several statements in the order of the list, up to `limit`. */
  merge: (rows: readonly (Row & SortedRow)[]) => (Row & SortedRow)[];
  toPage: <Item>(
    rows: readonly (Row & SortedRow)[],
    toItem: (row: Row & SortedRow) => Item,
  ) => { items: Item[]; nextCursor?: string };
}

interface ListQuery {
  sort?: string | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
}

/** Parses the paging and sorting parameters. A cursor is valid only for the sort order that it was issued for. */
export function readPart<Row>(
  list: SortedList<Row>,
  query: ListQuery,
  initial = list.initial,
): ListPart<Row> {
  const sort = query.sort ?? initial;
  const isDown = sort.startsWith('-');
  const key = list.keys[isDown ? sort.slice(1) : sort]!;
  const isById = key.sql === list.id[0]!.sql;
  const columns = isById ? list.id : [key, ...list.id];
  const limit = pageLimit(query);

  const placeOf = (row: Row & SortedRow): Value[] =>
    isById ? [...list.idOf(row)] : [row.sorted_by, ...list.idOf(row)];
  const after = placeIn(query.cursor, sort, columns);
  const marks = columns.map(() => '?').join(', ');
  return {
    sortedBy: key.sql,
    behind: after
      ? `(${columns.map(({ sql }) => sql).join(', ')}) ${isDown ? '<' : '>'} (${marks})`
      : '1 = 1',
    values: after ?? [],
    order: columns.map(({ sql }) => `${sql} ${isDown ? 'DESC' : 'ASC'}`).join(', '),
    limit: limit + 1,
    merge: (rows) =>
      rows
        .toSorted((one, other) => (isDown ? -1 : 1) * compare(placeOf(one), placeOf(other)))
        .slice(0, limit + 1),
    toPage: (rows, toItem) => toPage(rows, limit, toItem, (row) => [sort, ...placeOf(row)]),
  };
}

function placeIn(
  cursor: string | undefined,
  sort: string,
  columns: readonly SortKey[],
): Value[] | undefined {
  if (cursor === undefined) return undefined;
  const samples = columns.map(({ type }) => (type === 'number' ? 0 : ''));
  const [of, ...place] = decodeCursor<readonly Value[]>(cursor, ['', ...samples]);
  if (of !== sort) throw unknownCursor(OTHER_ORDER);
  return place;
}

/** Compares as databases do: text by its bytes. */
function compare(one: readonly Value[], other: readonly Value[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  if (at < 0) return 0;
  const [left, right] = [one[at]!, other[at]!];
  return typeof left === 'number' || typeof right === 'number'
    ? Number(left) - Number(right)
    : Buffer.compare(Buffer.from(left), Buffer.from(right));
}
