/** `NUMBER` is a number of the clock, or NULL; `TEXT WITH NUMBER` is text that contains the number of its row. */
type ColumnKind = 'BIGINT' | 'TEXT' | 'NUMBER' | 'TEXT WITH NUMBER';

/** A table whose rows get a number of the clock: a row is its number, then the values of its columns. */
export interface NumberedTable {
  table: string;
  /** The column of the number; without one, the number only occurs in the text of others. */
  number?: string;
  columns: Readonly<Record<string, ColumnKind>>;
  /** The rest of the `ON CONFLICT` clause. */
  onConflict?: string;
}

/** Rows of several tables that are stored together, under the next numbers of a clock. */
export interface NumberedInserts {
  /** Reserves a count of consecutive numbers, and returns the last. */
  readonly advance: string;
  /** A statement for each table, which inserts one row. */
  readonly perRow: readonly { sql: string; hasNumber: boolean }[];
  /**
   * All of it as one PostgreSQL statement, which does not hold the clock for a round trip. Its parameters are the count of
   * numbers, the placeholder for the first number in the rows, and a list for each column. It does nothing unless
   * `provided` holds.
   */
  readonly atOnce: (provided?: string) => string;
}

/** Builds the statements for rows under the numbers of a clock, which is a row of a table. */
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

/** The SQL that shifts placeholder numbers in a value to the real ones. */
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
