import { createHash, randomInt } from 'node:crypto';

import type { Pool } from 'pg';

import type { NumberedRows, SqlValue } from '../Database.types.ts';
import type { NumberedInserts } from '../numberedInserts.ts';

/** Numbers of fifteen digits: none of them is part of another, nor by chance in the text of a row. */
const MARKS = { min: 100_000_000_000_000, max: 280_000_000_000_000 };

const names = new WeakMap<NumberedInserts, string>();

/** Stores rows under the next numbers of a clock by one statement; gives the first number. */
export async function insertNumbered(
  pool: Pool,
  inserts: NumberedInserts,
  count: number,
  { rowsFrom }: NumberedRows,
): Promise<number> {
  const mark = randomInt(MARKS.min, MARKS.max);
  const values: unknown[] = [count, mark];
  for (const [index, rows] of rowsFrom(mark).entries()) {
    const columns = widthOf(inserts, index);
    for (let at = 0; at < columns; at++) values.push(rows.map((row): SqlValue => row[at]!));
  }
  const { rows } = await pool.query<{ first: number }>({
    name: nameOf(inserts),
    text: inserts.atOnce,
    values,
  });
  return rows[0]!.first;
}

/** Values of a row of a table, with its number. */
function widthOf({ perRow }: NumberedInserts, index: number): number {
  const { sql, hasNumber } = perRow[index]!;
  const stored = sql.split('?').length - 1;
  return hasNumber ? stored : stored + 1;
}

/** Planning it takes as long as running it: connections keep it prepared. */
function nameOf(inserts: NumberedInserts): string {
  let name = names.get(inserts);
  if (name === undefined) {
    name = createHash('sha256').update(inserts.atOnce).digest('hex').slice(0, 32);
    names.set(inserts, name);
  }
  return name;
}
