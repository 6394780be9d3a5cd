import { setTimeout as sleep } from 'node:timers/promises';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { KeyedMutex } from '../../storage/database/KeyedMutex.ts';
import type { PriorityWork } from './PriorityWork.ts';

/** Queued transactions: as many as are written in a few seconds. */
const MAX_WAITING_TRANSACTIONS = 1000;
/** The longest wait for sends in progress, in milliseconds: it prevents starvation under constant sends. */
const MAX_YIELD_MS = 5;
/** While there are sends, the writer is left to others for this multiple of the transaction's duration. */
const REST_FACTOR = 4;
/** The longest such rest, in milliseconds, so that one slow write does not stop registrations. */
const MAX_REST_MS = 100;

/**
 * The database for writes that strangers can cause. If the engine has a single writer, such transactions run one at a time,
 * yield to sends in progress, and get a fifth of the writer's time while there are sends.
 */
export function yieldingDatabase(
  db: Database,
  priority: PriorityWork,
  now: () => number = () => performance.now(),
): Database {
  if (!db.isWriting) return db;
  const turns = new KeyedMutex();
  let [waiting, restsUntil] = [0, Number.NEGATIVE_INFINITY];

  const write = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    while (now() < restsUntil) await sleep(1);
    const waitsUntil = now() + MAX_YIELD_MS;
    while (now() < waitsUntil && priority.isUnderWay()) await sleep(1);
    const began = now();
    try {
      return await work();
    } finally {
      const ended = now();
      if (priority.isExpected()) {
        restsUntil = ended + Math.min(REST_FACTOR * (ended - began), MAX_REST_MS);
      }
    }
  };
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= MAX_WAITING_TRANSACTIONS) {
      throw new ApiError('unavailable', 'Too many writes are waiting for the disk.', {
        retryAfterSeconds: 1,
      });
    }
    waiting++;
    try {
      return await turns.run('write', () => write(work));
    } finally {
      waiting--;
    }
  };
  return {
    ...db,
    transaction: (work) => inTurn(() => db.transaction(work)),
    run: (sql, ...parameters) => inTurn(() => db.run(sql, ...parameters)),
    runMany: (sql, rows) => inTurn(() => db.runMany(sql, rows)),
    updateMany: (update, rows) => inTurn(() => db.updateMany(update, rows)),
    claimMany: (claim, ...parameters) => inTurn(() => db.claimMany(claim, ...parameters)),
  };
}
