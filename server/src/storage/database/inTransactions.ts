import type { Transaction, ThreadDatabase } from './Database.types.ts';

/** Where there is one writer, others wait for the end of a transaction. */
const PER_TRANSACTION = { alone: 100, shared: 500 };

/**
 * Does something to rows, up to `limit` of them, in transactions that are short enough for other writers. `work` takes as
 * many rows as it is told, and says how many there were. Returns their sum.
 */
export async function inTransactions(
  db: ThreadDatabase,
  limit: number,
  work: (tx: Transaction, most: number) => Promise<number>,
): Promise<number> {
  const atOnce = PER_TRANSACTION[db.isShared ? 'shared' : 'alone'];
  let sum = 0;
  for (let isMore = true; isMore && sum < limit;) {
    const most = Math.min(atOnce, limit - sum);
    const done = await db.transaction((tx) => work(tx, most));
    sum += done;
    isMore = done === most;
  }
  return sum;
}
