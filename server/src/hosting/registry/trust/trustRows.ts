import type { Queries } from '../../../storage/database/Database.types.ts';
import type { TrustDecision } from '../../records/TrustDecision.types.ts';

export async function putVersionTrust(
  tx: Queries,
  version: { app_id: string; version: string },
  { state, reason, actor, at }: TrustDecision,
): Promise<void> {
  await tx.run(
    `INSERT INTO version_trust (app_id, version, state, reason, actor, at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_id, version) DO UPDATE SET
        state = excluded.state, reason = excluded.reason, actor = excluded.actor, at = excluded.at`,
    version.app_id,
    version.version,
    state,
    reason,
    actor,
    at,
  );
}

/** Deletes the decisions about all versions of a mini-app, so that none is trusted automatically any more. */
export async function deleteVersionTrust(tx: Queries, appId: string): Promise<void> {
  await tx.run('DELETE FROM version_trust WHERE app_id = ?', appId);
}

/** Ends the trust in the versions of a mini-app; returns those that had it. */
export async function lapseVersionTrust(
  tx: Queries,
  appId: string,
  { reason, actor, at }: Omit<TrustDecision, 'state'>,
): Promise<string[]> {
  const rows = await tx.all<{ version: string }>(
    `UPDATE version_trust SET state = 'lapsed', reason = ?, actor = ?, at = ?
      WHERE app_id = ? AND state = 'trusted' RETURNING version`,
    reason,
    actor,
    at,
    appId,
  );
  return rows.map(({ version }) => version).toSorted();
}

/** Ends the trust in the publisher of a mini-app; returns its id if it had it. */
export async function lapsePublisherTrust(
  tx: Queries,
  appId: string,
  { reason, actor, at }: Omit<TrustDecision, 'state'>,
): Promise<string | undefined> {
  const row = await tx.get<{ publisher_id: string }>(
    `UPDATE publisher_trust SET state = 'lapsed', reason = ?, actor = ?, at = ?
      WHERE state = 'trusted' AND publisher_id = (SELECT publisher_id FROM app_owners WHERE app_id = ?)
      RETURNING publisher_id`,
    reason,
    actor,
    at,
    appId,
  );
  return row?.publisher_id;
}

export async function putPublisherTrust(
  tx: Queries,
  publisherId: string,
  { state, reason, actor, at }: TrustDecision,
): Promise<void> {
  await tx.run(
    `INSERT INTO publisher_trust (publisher_id, state, reason, actor, at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (publisher_id) DO UPDATE SET
        state = excluded.state, reason = excluded.reason, actor = excluded.actor, at = excluded.at`,
    publisherId,
    state,
    reason,
    actor,
    at,
  );
}

/** Records what a mini-app declares and is signed with at the time its publisher is trusted. */
export async function putReviewed(
  tx: Queries,
  publisherId: string,
  appId: string,
  permissions: readonly string[],
  keys: readonly string[],
): Promise<void> {
  await tx.run(
    'INSERT INTO publisher_trust_apps (publisher_id, app_id, permissions, keys) VALUES (?, ?, ?, ?)',
    publisherId,
    appId,
    JSON.stringify(permissions),
    JSON.stringify(keys),
  );
}

export async function forgetReviewed(tx: Queries, appId: string): Promise<void> {
  await tx.run('DELETE FROM publisher_trust_apps WHERE app_id = ?', appId);
}
