import type { NumberedRows, Transaction } from './Database.types.ts';
import type { NumberedInserts } from './numberedInserts.ts';

/** Stores rows under the next numbers in a transaction; returns the first number. */
export async function insertNumberedIn(
  tx: Transaction,
  { advance, perRow }: NumberedInserts,
  count: number,
  { rowsFrom, settle }: NumberedRows,
): Promise<number> {
  const clock = await tx.get<{ last: number }>(advance, count);
  const first = clock!.last - count + 1;
  const tables = rowsFrom(first);
  for (const [index, { sql, hasNumber }] of perRow.entries()) {
    const rows = tables[index]!;
    if (rows.length === 0) continue;
    await tx.runMany(sql, hasNumber ? rows : rows.map(([, ...values]) => values));
  }
  await settle?.(tx, first);
  return first;
}
