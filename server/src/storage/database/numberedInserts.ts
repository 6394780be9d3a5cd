/** `NUMBER` is one that the clock counts, or NULL; `TEXT WITH NUMBER` is text that contains the number of its row. */
type ColumnKind = 'BIGINT' | 'TEXT' | 'NUMBER' | 'TEXT WITH NUMBER';

/** A table whose rows come with a number of the clock: a row is its number, then the values of its columns. */
export interface NumberedTable {
  table: string;
  /** The column of the number; without one it only stands in the text of others. */
  number?: string;
  columns: Readonly<Record<string, ColumnKind>>;
  /** What follows on `ON CONFLICT`. */
  onConflict?: string;
}

/** Rows of several tables that are stored together, under the next numbers of a clock. */
export interface NumberedInserts {
  /** Takes so many numbers, and gives the last. */
  readonly advance: string;
  /** For the values of one row, a statement for each table. */
  readonly perRow: readonly { sql: string; hasNumber: boolean }[];
  /**
   * All of it as one statement of PostgreSQL: it holds the clock for no round trip. Its parameters are how many numbers,
   * the number that stands for the first in the rows, and a list for each column. It does nothing unless `provided` holds.
   */
  readonly atOnce: (provided?: string) => string;
}

/** Makes the statements for rows under the numbers of a clock, which is a row of a table. */
export function numberedInserts(
  clock: { table: string; name: string },
  tables: readonly NumberedTable[],
): NumberedInserts {
  const where = `WHERE name = '${clock.name}'`;
  let parameters = 2;
  const parts = tables.map((each, index) => {
    const kinds = Object.values(each.columns);
    const types = ['BIGINT', ...kinds.map((kind) => (kind.startsWith('TEXT') ? 'TEXT' : 'BIGINT'))];
    const lists = types.map((type) => `CAST($${++parameters} AS ${type}[])`);
    const names = ['n', ...kinds.map((_, at) => `v${at}`)];
    const stored = kinds.map((kind, at) => STORED[kind](`v${at}`));
    if (each.number !== undefined) stored.unshift(STORED.NUMBER('n'));
    return `rows_${index} AS (${intoTable(each)} SELECT ${stored.join(', ')}
      FROM clock, unnest(${lists.join(', ')}) AS given (${names.join(', ')})${conflictOf(each)})`;
  });
  return {
    advance: `UPDATE ${clock.table} SET last = last + ? ${where} RETURNING last`,
    perRow: tables.map((each) => ({
      sql: `${intoTable(each)} VALUES (${columnsOf(each).fill('?').join(', ')})${conflictOf(each)}`,
      hasNumber: each.number !== undefined,
    })),
    atOnce: (
      provided = 'TRUE',
    ) => `WITH clock AS (UPDATE ${clock.table} SET last = last + CAST($1 AS BIGINT) ${where} AND ${provided}
      RETURNING last - $1 + 1 - CAST($2 AS BIGINT) AS shift),
      ${parts.join(',\n')}
      SELECT shift + $2 AS first FROM clock`,
  };
}

/** How a value is stored, once it is known by how much the numbers are shifted. */
const STORED: Record<ColumnKind, (value: string) => string> = {
  BIGINT: (value) => value,
  TEXT: (value) => value,
  NUMBER: (value) => `${value} + shift`,
  'TEXT WITH NUMBER': (value) => `replace(${value}, n::text, (n + shift)::text)`,
};

const columnsOf = ({ number, columns }: NumberedTable): string[] => [
  ...(number === undefined ? [] : [number]),
  ...Object.keys(columns),
];
const intoTable = (each: NumberedTable): string =>
  `INSERT INTO ${each.table} (${columnsOf(each).join(', ')})`;
const conflictOf = ({ onConflict }: NumberedTable): string =>
  onConflict === undefined ? '' : ` ON CONFLICT ${onConflict}`;
