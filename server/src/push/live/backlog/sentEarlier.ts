import { LIMITS } from '@host/contracts';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { type BacklogOwner, readBacklog } from './Backlog.ts';
import type { MissedMessage, Range } from './backlogRows.ts';

/** The batch that reaches the limit is sent whole. */
const MAX_KEPT = 2 * LIMITS.unacknowledgedMessages;

/**
 * What a device was sent in a range of positions, on connections that are gone: it says that it kept it. It has no more of
 * that than it may have without acknowledging.
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
