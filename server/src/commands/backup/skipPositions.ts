import { advanceClock, forgetHistory, readClock } from '../../push/messages/clockRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';

/** More positions than servers can assign in a millisecond, and the margin that is added on top. */
const SKIPPED_PER_MS = 100;
const MIN_SKIPPED = 1_000_000;

/**
 * Continues above every position that can have been assigned since the backup: devices drop a message with an id that they
 * have seen as a duplicate. Returns the last position of the backup.
 */
export async function skipPositions(tx: Queries, passedMs: number): Promise<number> {
  const keptUpTo = await readClock(tx);
  await advanceClock(tx, MIN_SKIPPED + Math.max(0, passedMs) * SKIPPED_PER_MS);
  await forgetHistory(tx);
  return keptUpTo;
}
