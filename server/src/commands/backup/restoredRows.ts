import type { Queries } from '../../storage/database/Database.types.ts';

/** A credential that is still valid, as it is listed for operators. */
export interface ValidRow {
  id: string;
  name: string;
}

/** Admin tokens that were neither revoked nor have expired. */
export function listValidTokens(tx: Queries, now: number): Promise<ValidRow[]> {
  return tx.all<ValidRow>(
    'SELECT id, name FROM tokens WHERE revoked_at IS NULL AND expires_at > ? ORDER BY id',
    now,
  );
}

/** Server keys that were neither revoked nor have expired. Older releases had no expiry. */
export function listValidServerKeys(
  tx: Queries,
  now: number,
  { mayEnd }: { mayEnd: boolean },
): Promise<ValidRow[]> {
  const valid = 'SELECT id, name FROM server_keys WHERE revoked_at IS NULL';
  return mayEnd
    ? tx.all(`${valid} AND (expires_at IS NULL OR expires_at > ?) ORDER BY id`, now)
    : tx.all(`${valid} ORDER BY id`);
}

/** Publishers' signing keys that were not revoked. */
export function listValidPublisherKeys(tx: Queries): Promise<ValidRow[]> {
  return tx.all<ValidRow>(
    `SELECT app_id || '/' || id AS id, name FROM publisher_keys WHERE revoked_at IS NULL ORDER BY app_id, id`,
  );
}

/** Marks scheduled releases that are overdue as failed, and returns them. */
export function failDueReleases(
  tx: Queries,
  now: number,
  because: string,
): Promise<{ app_id: string; version: string }[]> {
  return tx.all(
    `UPDATE scheduled_releases SET failed = ? WHERE failed IS NULL AND due_at <= ?
      RETURNING app_id, version`,
    because,
    now,
  );
}

/** Counts the scheduled releases that are still ahead. */
export async function countComingReleases(tx: Queries): Promise<number> {
  const row = await tx.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM scheduled_releases WHERE failed IS NULL',
  );
  return row!.count;
}

/** Cancels scheduled messages that are overdue and returns their number. Older releases had no columns for when and why. */
export async function cancelDueMessages(
  tx: Queries,
  now: number,
  reason: string,
  { keeps }: { keeps: { when: boolean; why: boolean } },
): Promise<number> {
  await tx.run(
    `UPDATE push_deliveries SET state = 'cancelled', reason = ?, updated_at = ? WHERE message_id IN
      (SELECT id FROM push_messages WHERE state = 'scheduled' AND send_at <= ?)`,
    reason,
    now,
    now,
  );
  const kept = [
    ...(keeps.when ? [['cancelled_at', now] as const] : []),
    ...(keeps.why ? [['cancelled_because', reason] as const] : []),
  ];
  return tx.run(
    `UPDATE push_messages SET state = 'cancelled'${kept.map(([column]) => `, ${column} = ?`).join('')}
      WHERE state = 'scheduled' AND send_at <= ?`,
    ...kept.map(([, value]) => value),
    now,
  );
}

/** Counts the scheduled messages that are still ahead. */
export async function countComingMessages(tx: Queries): Promise<number> {
  const row = await tx.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM push_messages WHERE state = 'scheduled'`,
  );
  return row!.count;
}
