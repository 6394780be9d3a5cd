import type { Requester } from '../../operations/console/rightsLater.ts';
import type { ProvenGroups } from '../../operations/identity/Caller.ts';
import type { Queries } from '../../storage/database/Database.types.ts';

export interface ScheduleRow {
  app_id: string;
  version: string;
  due_at: number;
  /** Hundredths of a percent. */
  percentage: number;
  cohorts: string;
  /** The `from` of the release request, as JSON. */
  seen: string;
  actor: string;
  /** The identity that an identity provider proved, as JSON. */
  proven: string | null;
  /** Whether an operator scheduled it. Kept for earlier releases of this server, which read it. */
  by_operator: number;
  created_at: number;
  failed: string | null;
}

/** Stores a schedule. A version has at most one: a new one replaces the previous. */
export async function putSchedule(tx: Queries, row: Omit<ScheduleRow, 'failed'>): Promise<void> {
  await deleteSchedule(tx, row.app_id, row.version);
  await tx.run(
    `INSERT INTO scheduled_releases
        (app_id, version, due_at, percentage, cohorts, seen, actor, proven, by_operator, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.app_id,
    row.version,
    row.due_at,
    row.percentage,
    row.cohorts,
    row.seen,
    row.actor,
    row.proven,
    row.by_operator,
    row.created_at,
  );
}

/** Deletes a schedule; returns whether there was one. */
export async function deleteSchedule(
  tx: Queries,
  appId: string,
  version: string,
): Promise<boolean> {
  const deleted = await tx.run(
    'DELETE FROM scheduled_releases WHERE app_id = ? AND version = ?',
    appId,
    version,
  );
  return deleted > 0;
}

/** The schedules that are due, the longest overdue first. */
export function listDue(db: Queries, now: number, limit: number): Promise<ScheduleRow[]> {
  return db.all<ScheduleRow>(
    `SELECT * FROM scheduled_releases WHERE failed IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?`,
    now,
    limit,
  );
}

/** The schedule of a version, if it is due and has not failed. */
export function findDue(
  tx: Queries,
  { app_id, version }: Pick<ScheduleRow, 'app_id' | 'version'>,
  now: number,
): Promise<ScheduleRow | undefined> {
  return tx.get<ScheduleRow>(
    `SELECT * FROM scheduled_releases
      WHERE app_id = ? AND version = ? AND failed IS NULL AND due_at <= ?`,
    app_id,
    version,
    now,
  );
}

export async function markFailed(tx: Queries, row: ScheduleRow, because: string): Promise<void> {
  await tx.run(
    'UPDATE scheduled_releases SET failed = ? WHERE app_id = ? AND version = ?',
    because,
    row.app_id,
    row.version,
  );
}

/** The identity whose current rights decide about the release. */
export function requesterOf({ actor, proven }: ScheduleRow): Requester {
  return { actor, proven: proven === null ? undefined : (JSON.parse(proven) as ProvenGroups) };
}
