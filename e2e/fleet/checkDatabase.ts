import type { Log } from './readLog.ts';

/** So many messages that are due at one moment are more than one node takes before the others look. */
const SHARED_FROM = 5000;
const MAX_SHARE = 0.8;

/** Holds what became of the database, and of the work that nodes take from it, against the rules. */
export function* checkDatabase(log: Log): Generator<string> {
  yield* losses(log);
  yield* shares(log);
}

/** An operator is told what is gone: everything that was accepted after a certain id, and nothing before it. */
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

/** Where many are due, no node takes nearly all of them. */
function* shares(log: Log): Generator<string> {
  for (const { count, byNode } of log.placed) {
    const most = Math.max(...Object.values(byNode));
    if (count < SHARED_FROM || most <= count * MAX_SHARE) continue;
    yield `Of ${count} messages that were due, one node took ${most}.`;
  }
}
