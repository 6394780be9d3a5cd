import { findMiniProgram } from '../../hosting/records/miniProgramRows.ts';
import { reachOf } from '../../operations/identity/Reach.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { findSenders } from './senderRows.ts';
import { namesIn } from './serverKeys.ts';

/** Why what somebody scheduled is not sent. */
export type Refusal = 'sender-revoked' | 'mini-app-suspended';

/**
 * Which senders could not send now what they scheduled earlier: their key or token was revoked, or all mini-apps that they
 * speak for are suspended. One whose key has ended by itself scheduled it in time.
 */
export async function refusedSenders(
  db: Queries,
  senders: Iterable<string>,
): Promise<Map<string, Refusal>> {
  const refused = new Map<string, Refusal>();
  for (const { id, revoked_at, mini_apps, publisher_id } of await findSenders(db, [...senders])) {
    if (revoked_at !== null) {
      refused.set(id, 'sender-revoked');
      continue;
    }
    const { apps } = await reachOf(db, namesIn(mini_apps), publisher_id);
    if (apps && !(await isAnyRunning(db, apps))) refused.set(id, 'mini-app-suspended');
  }
  return refused;
}

async function isAnyRunning(db: Queries, appIds: readonly string[]): Promise<boolean> {
  for (const appId of appIds) {
    const row = await findMiniProgram(db, appId);
    if (row && row.suspended === 0) return true;
  }
  return false;
}
