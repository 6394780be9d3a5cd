import { LIMITS } from '@host/contracts';

import type { MissedMessage } from './backlogRows.ts';

/** Why a device does not get a message that it missed. */
type SkipReason = 'expired' | 'collapsed' | 'too-many-collapse-keys';

/** The messages of a backlog to deliver, in order, and those to skip. */
export interface BacklogPlan {
  deliver: MissedMessage[];
  skip: SkippedMessage[];
}

/** A message that a device does not get. */
export interface SkippedMessage extends Pick<MissedMessage, 'id' | 'position'> {
  reason: SkipReason;
}

/**
 * Decides which of the missed messages are delivered: none that expired, only the newest of each collapse key, and only
 * the few newest collapse keys that the protocol keeps.
 * @param newerKeys the newest collapse keys of messages after these
 */
export function planBacklog(
  missed: readonly MissedMessage[],
  now: number,
  newerKeys: readonly string[] = [],
): BacklogPlan {
  const plan: BacklogPlan = { deliver: [], skip: [] };
  const seenKeys = new Set(newerKeys);
  // From the newest to the oldest: the first one of a collapse key wins.
  for (const message of missed.toSorted((one, other) => other.position - one.position)) {
    const reason = skipReason(message, seenKeys, now);
    if (reason) plan.skip.push({ id: message.id, position: message.position, reason });
    else plan.deliver.push(message);
  }
  plan.deliver.reverse();
  plan.skip.reverse();
  return plan;
}

function skipReason(
  { collapse_key: key, expires_at }: MissedMessage,
  seenKeys: Set<string>,
  now: number,
): SkipReason | undefined {
  if (expires_at <= now) return 'expired';
  if (key === null) return undefined;
  if (seenKeys.has(key)) return 'collapsed';
  if (seenKeys.size >= LIMITS.collapseKeysPerDevice) return 'too-many-collapse-keys';
  seenKeys.add(key);
  return undefined;
}
