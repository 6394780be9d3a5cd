import type { ThreadDatabase } from './Database.types.ts';

/** For so long it is known without being asked for: two clocks do not part by much meanwhile. */
const KNOWN_FOR_MS = 10_000;

/**
 * Tells the time by the clock of the database, for what is done or deleted for all nodes once it is due: a node whose own clock
 * is set ahead would do it for all of them. It never tells a time that has not come.
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
