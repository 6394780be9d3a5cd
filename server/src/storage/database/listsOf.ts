import type { SqlValue } from './Database.types.ts';

/** The possible lengths of lists: few, since a statement is prepared for each. */
const LENGTHS = [1, 10, 100, 500];
const MARKS = new Map(
  LENGTHS.map((length) => [length, `(${Array.from({ length }, () => '?').join(', ')})`]),
);

/** A part of a list for `IN`, padded to one of few lengths by repeating its last value. */
export interface SqlList<Value extends SqlValue> {
  /** `(?, ?, …)` */
  marks: string;
  values: Value[];
}

/** Splits rows into lists for `VALUES`, each padded by repeating its last row. */
export function tuplesOf(
  rows: readonly (readonly SqlValue[])[],
): { tuples: string; values: SqlValue[] }[] {
  const marks = `(${(rows[0] ?? []).map(() => '?').join(', ')})`;
  return partsOf(rows).map((part) => ({
    tuples: part.map(() => marks).join(', '),
    values: part.flat(),
  }));
}

/** Splits values into lists for `IN (…)`. */
export function listsOf<Value extends SqlValue>(values: readonly Value[]): SqlList<Value>[] {
  return partsOf(values).map((part) => ({ marks: MARKS.get(part.length)!, values: part }));
}

function partsOf<Value>(values: readonly Value[]): Value[][] {
  const longest = LENGTHS.at(-1)!;
  return Array.from({ length: Math.ceil(values.length / longest) }, (_, index) => {
    const part = values.slice(index * longest, (index + 1) * longest);
    const length = LENGTHS.find((each) => each >= part.length)!;
    const last = part.at(-1)!;
    return Array.from({ length }, (_unused, at) => part[at] ?? last);
  });
}
