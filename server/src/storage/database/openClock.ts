import type { ThreadDatabase } from './Database.types.ts';

/** How long the database's time is extrapolated before it is queried again: in between, two clocks hardly drift apart. */
const KNOWN_FOR_MS = 10_000;

/**
 * Returns the time of the database, for tasks and deletions that one node does for all when they are due: a node whose own
 * clock is ahead would do them too early. The result is never ahead of the database's clock.
 */
export function openClock(db: Pick<ThreadDatabase, 'isShared' | 'now'>): () => Promise<number> {
  if (!db.isShared) return async () => Date.now();
  let known: { now: number; at: number } | undefined;
  return async () => {
    if (!known || performance.now() - known.at >= KNOWN_FOR_MS) {
      const now = await db.now();
      known = { now, at: performance.now() };
    }
    return Math.floor(known.now + performance.now() - known.at);
  };
}
