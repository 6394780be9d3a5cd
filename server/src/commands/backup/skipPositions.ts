import { advanceClock, forgetHistory, readClock } from '../../push/messages/clockRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';

/** More positions than servers give away in a millisecond, and what is left out besides. */
const SKIPPED_PER_MS = 100;
const MIN_SKIPPED = 1_000_000;

/**
 * Goes on above every position that can have been given away since a backup: devices take what has an id that they have seen
 * for a repetition. Returns the last position of the backup.
 */
export async function skipPositions(tx: Queries, passedMs: number): Promise<number> {
  const keptUpTo = await readClock(tx);
  await advanceClock(tx, MIN_SKIPPED + Math.max(0, passedMs) * SKIPPED_PER_MS);
  await forgetHistory(tx);
  return keptUpTo;
}
