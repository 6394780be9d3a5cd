import type { SqlValue } from '../Database.types.ts';

/** PostgreSQL counts the parameters of a statement in 16 bits. */
const MAX_PARAMETERS = 60_000;
const TUPLE = /\bVALUES (\(\?(?:, \?)*\))/;

interface Statement {
  text: string;
  parameters: SqlValue[];
}

/**
 * The statements that run one statement for many rows. An INSERT of plain parameters becomes one with many tuples, since
 * the round trip costs more than the row. Anything else runs row by row.
 */
export function manyRows(sql: string, rows: readonly SqlValue[][]): Statement[] {
  const tuple = TUPLE.exec(sql)?.[1];
  const columns = rows[0]?.length ?? 0;
  const isPlain = tuple !== undefined && tuple.split('?').length - 1 === columns;
  if (!isPlain) return rows.map((row) => ({ text: sql, parameters: row }));

  const chunk = Math.floor(MAX_PARAMETERS / columns);
  return Array.from({ length: Math.ceil(rows.length / chunk) }, (_, index) => {
    const part = rows.slice(index * chunk, (index + 1) * chunk);
    const tuples = part.map(() => tuple).join(', ');
    return { text: sql.replace(TUPLE, `VALUES ${tuples}`), parameters: part.flat() };
  });
}
