import { createHash, randomInt } from 'node:crypto';

import type { Pool } from 'pg';

import type { NumberedRows, SqlValue } from '../Database.types.ts';
import type { NumberedInserts } from '../numberedInserts.ts';

/** Numbers of fifteen digits: none of them is part of another, nor by chance in the text of a row. */
const MARKS = { min: 100_000_000_000_000, max: 280_000_000_000_000 };

const prepared = new WeakMap<NumberedInserts, { name: string; text: string }>();

/**
 * Stores rows under the next numbers of a clock by one statement. Returns the first number; undefined when something is
 * `provided` and does not hold. Such a statement is not kept prepared: it changes, and a pooler lends another session to the
 * next.
 */
export async function insertNumbered(
  pool: Pool,
  inserts: NumberedInserts,
  count: number,
  { rowsFrom }: NumberedRows,
  provided?: string,
): Promise<number | undefined> {
  const mark = randomInt(MARKS.min, MARKS.max);
  const values: unknown[] = [count, mark];
  for (const [index, rows] of rowsFrom(mark).entries()) {
    const columns = widthOf(inserts, index);
    for (let at = 0; at < columns; at++) values.push(rows.map((row): SqlValue => row[at]!));
  }
  const statement =
    provided === undefined ? preparedOf(inserts) : { text: inserts.atOnce(provided) };
  const { rows } = await pool.query<{ first: number }>({ ...statement, values });
  return rows[0]?.first;
}

/** Values of a row of a table, with its number. */
function widthOf({ perRow }: NumberedInserts, index: number): number {
  const { sql, hasNumber } = perRow[index]!;
  const stored = sql.split('?').length - 1;
  return hasNumber ? stored : stored + 1;
}

/** Planning it takes as long as running it: connections keep it prepared. */
function preparedOf(inserts: NumberedInserts): { name: string; text: string } {
  let statement = prepared.get(inserts);
  if (statement === undefined) {
    const text = inserts.atOnce();
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    statement = { name, text };
    prepared.set(inserts, statement);
  }
  return statement;
}
