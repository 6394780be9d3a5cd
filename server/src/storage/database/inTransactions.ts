import type { Transaction, ThreadDatabase } from './Database.types.ts';

/** Rows per transaction: fewer with a single writer, where other writers wait for its end. */
const PER_TRANSACTION = { alone: 100, shared: 500 };

/**
 * Processes up to `limit` rows in transactions that are short enough for other writers. `work` processes at most the given
 * number of rows, and returns how many there were. Returns their sum.
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
