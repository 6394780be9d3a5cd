import { LIMITS } from '@host/contracts';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { type BacklogOwner, readBacklog } from './Backlog.ts';
import type { MissedMessage, Range } from './backlogRows.ts';

/** Twice the limit, since the batch that exceeds it is still sent whole. */
const MAX_KEPT = 2 * LIMITS.unacknowledgedMessages;

/**
 * The messages in a range of positions that a device was sent on earlier connections and now acknowledges. Bounded by the
 * limit of unacknowledged messages.
 */
export async function sentEarlier(
  db: Queries,
  owner: BacklogOwner,
  range: Range,
  skipped: readonly number[],
): Promise<MissedMessage[]> {
  const kept: MissedMessage[] = [];
  const wasSkipped = new Set(skipped);
  for (let { after } = range; after < range.upTo && kept.length < MAX_KEPT;) {
    const part = await readBacklog(db, owner, { after, upTo: range.upTo });
    kept.push(...part.messages.filter(({ position }) => !wasSkipped.has(position)));
    after = part.upTo;
  }
  return kept.toSorted((one, other) => one.position - other.position).slice(0, MAX_KEPT);
}
