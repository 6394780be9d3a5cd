import { createHash, randomInt } from 'node:crypto';

import type { Pool } from 'pg';

import type { NumberedRows, SqlValue } from '../Database.types.ts';
import type { NumberedInserts } from '../numberedInserts.ts';

/** The range of placeholders, of fifteen digits each: none is part of another, or occurs in the text of a row by chance. */
const MARKS = { min: 100_000_000_000_000, max: 280_000_000_000_000 };

const prepared = new WeakMap<NumberedInserts, { name: string; text: string }>();

/**
 * Stores rows under the next numbers of a clock with one statement. Returns the first number; undefined if the condition
 * `provided` does not hold. A statement with a condition is not prepared: it changes, and a pooler may use another session
 * for the next one.
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

/** The number of values in a row of a table, including its number. */
function widthOf({ perRow }: NumberedInserts, index: number): number {
  const { sql, hasNumber } = perRow[index]!;
  const stored = sql.split('?').length - 1;
  return hasNumber ? stored : stored + 1;
}

/** Prepared, since planning it takes as long as running it. */
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
