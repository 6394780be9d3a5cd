import type { Log } from './readLog.ts';

/** From this many simultaneously due messages on, one node cannot claim all of them before the others poll. */
const SHARED_FROM = 5000;
const MAX_SHARE = 0.8;

/** Checks the rules about data loss and about the distribution of work among nodes. */
export function* checkDatabase(log: Log): Generator<string> {
  yield* losses(log);
  yield* shares(log);
}

/** The operator is told what was lost: everything accepted after a certain id, and nothing before it. */
function* losses(log: Log): Generator<string> {
  for (const { ids, lastKept, keptUpTo } of log.losses) {
    if (keptUpTo === undefined) {
      yield 'Nobody said what a database lost that was put back.';
      continue;
    }
    const gone = ids.find((id) => Number(id) <= keptUpTo);
    if (gone !== undefined) yield `The id ${gone} is gone, and was said to be kept.`;
    if (lastKept > keptUpTo) yield `The id ${lastKept} is there, and was said to be gone.`;
  }
}

/** If many messages are due at the same time, no node claims nearly all of them. */
function* shares(log: Log): Generator<string> {
  for (const { count, byNode } of log.placed) {
    const most = Math.max(...Object.values(byNode));
    if (count < SHARED_FROM || most <= count * MAX_SHARE) continue;
    yield `Of ${count} messages that were due, one node took ${most}.`;
  }
}
