import type { NumberedClaim, SqlValue, Transaction } from './Database.types.ts';
import type { NumberedClaims } from './numberedClaims.ts';

/**
 * Assigns the next numbers to due rows, in a transaction of a single-writer engine; returns the results of the steps, those
 * on rows that are put aside last.
 */
export async function claimNumberedIn(
  tx: Transaction,
  { advance, waiting, steps, asideSteps }: NumberedClaims,
  { among, at, limit, aside }: NumberedClaim,
): Promise<object[][]> {
  const found = await tx.all<{ id: number }>(waiting, ...among, limit);
  const ids = new Set(found.map(({ id }) => id));
  const apart = (aside?.rows ?? []).filter(([id]) => ids.delete(Number(id)));
  const claimed = await numbered(tx, advance, [...ids], at);
  if (aside && apart.length > 0) await tx.notify(aside.told);
  return [...(await run(tx, steps, claimed)), ...(await run(tx, asideSteps, apart))];
}

async function numbered(tx: Transaction, advance: string, ids: readonly number[], at: number) {
  if (ids.length === 0) return [];
  const clock = await tx.get<{ last: number }>(advance, ids.length);
  const first = clock!.last - ids.length + 1;
  return ids.map((id, index) => [id, first + index, at]);
}

async function run(
  tx: Transaction,
  steps: readonly string[],
  rows: readonly SqlValue[][],
): Promise<object[][]> {
  if (rows.length === 0) return steps.map(() => []);
  const list = JSON.stringify(rows);
  const given: object[][] = [];
  for (const step of steps) given.push(await tx.all(step, list));
  return given;
}
