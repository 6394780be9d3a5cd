import type { NumberedClaim, Transaction } from './Database.types.ts';
import type { NumberedClaims } from './numberedClaims.ts';

/** Assigns the next numbers to due rows, in a transaction of a single-writer engine; returns the results of the steps. */
export async function claimNumberedIn(
  tx: Transaction,
  { advance, waiting, steps }: NumberedClaims,
  { among, at, limit }: NumberedClaim,
): Promise<object[][]> {
  const ids = await tx.all<{ id: number }>(waiting, ...among, limit);
  if (ids.length === 0) return steps.map(() => []);
  const clock = await tx.get<{ last: number }>(advance, ids.length);
  const first = clock!.last - ids.length + 1;
  const claimed = JSON.stringify(ids.map(({ id }, index) => [id, first + index, at]));
  const given: object[][] = [];
  for (const step of steps) given.push(await tx.all(step, claimed));
  return given;
}
