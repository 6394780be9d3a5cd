import type { Attention, Overview } from '@host/contracts';

import type { Queries } from '../storage/database/Database.types.ts';
import { listsOf } from '../storage/database/listsOf.ts';

/** Of each kind. */
export const MAX_SHOWN = 20;
const MAX_RELEASED = 50;

type Apps = readonly string[] | undefined;

const time = (ms: number) => new Date(ms).toISOString();

/** Runs a query for all mini-apps, or for some; `sql` has a place for the condition. */
async function ofApps<Row extends object>(
  db: Queries,
  sql: (condition: string) => string,
  apps: Apps,
  ...parameters: (string | number)[]
): Promise<Row[]> {
  if (!apps) return db.all<Row>(sql(''), ...parameters);
  const rows: Row[] = [];
  for (const { marks, values } of listsOf(apps)) {
    rows.push(...(await db.all<Row>(sql(`AND v.app_id IN ${marks}`), ...parameters, ...values)));
  }
  return rows;
}

/** Versions that the server paused, the latest first. */
export async function listPaused(db: Queries, apps: Apps): Promise<Attention[]> {
  const rows = await ofApps<{
    app_id: string;
    version: string;
    paused_because: string;
    updated_at: number;
  }>(
    db,
    (condition) =>
      `SELECT v.app_id, v.version, v.paused_because, v.updated_at FROM versions AS v
        WHERE v.paused_because IS NOT NULL AND v.status = 'paused' ${condition}
        ORDER BY v.updated_at DESC LIMIT ${MAX_SHOWN}`,
    apps,
  );
  return rows
    .toSorted((one, other) => other.updated_at - one.updated_at)
    .slice(0, MAX_SHOWN)
    .map((row) => ({
      kind: 'paused',
      appId: row.app_id,
      version: row.version,
      because: row.paused_because,
      at: time(row.updated_at),
    }));
}

/** Released versions that failed on a day, those with the most failures first. */
export async function listFailing(db: Queries, apps: Apps, day: string): Promise<Attention[]> {
  const rows = await ofApps<{
    app_id: string;
    version: string;
    loaded: number;
    failed_starts: number;
    crashed: number;
  }>(
    db,
    (condition) =>
      `SELECT d.app_id, d.version, d.loaded, d.crashed_on_start + d.hung AS failed_starts, d.crashed
        FROM report_days AS d JOIN versions AS v ON v.app_id = d.app_id AND v.version = d.version
        WHERE d.day = ? AND d.crashed_on_start + d.hung + d.crashed > 0 AND v.status = 'released' ${condition}
        ORDER BY d.crashed_on_start + d.hung + d.crashed DESC LIMIT ${MAX_SHOWN}`,
    apps,
    day,
  );
  return rows
    .toSorted((one, other) => failuresOf(other) - failuresOf(one))
    .slice(0, MAX_SHOWN)
    .map((row) => ({
      kind: 'failing',
      appId: row.app_id,
      version: row.version,
      loaded: row.loaded,
      failedStarts: row.failed_starts,
      crashed: row.crashed,
    }));
}

const failuresOf = (row: { failed_starts: number; crashed: number }) =>
  row.failed_starts + row.crashed;

/** Versions that wait for a reviewer, who waits longest first. */
export async function listSubmitted(db: Queries, apps: Apps): Promise<Attention[]> {
  const rows = await ofApps<{ app_id: string; version: string; submitted_at: number }>(
    db,
    (condition) =>
      `SELECT v.app_id, v.version, v.submitted_at FROM reviews AS v
        WHERE v.state = 'submitted' ${condition} ORDER BY v.submitted_at LIMIT ${MAX_SHOWN}`,
    apps,
  );
  return rows
    .toSorted((one, other) => one.submitted_at - other.submitted_at)
    .slice(0, MAX_SHOWN)
    .map((row) => ({
      kind: 'submitted',
      appId: row.app_id,
      version: row.version,
      at: time(row.submitted_at),
    }));
}

const EXPIRING = { 'token-expires': 'tokens', 'server-key-expires': 'server_keys' } as const;

/** Tokens or server keys that end before a time and have not ended yet, the first first. */
export async function listExpiring(
  db: Queries,
  kind: keyof typeof EXPIRING,
  now: number,
  before: number,
): Promise<Attention[]> {
  const rows = await db.all<{ id: string; name: string; expires_at: number }>(
    `SELECT id, name, expires_at FROM ${EXPIRING[kind]}
      WHERE revoked_at IS NULL AND expires_at > ? AND expires_at < ? ORDER BY expires_at LIMIT ${MAX_SHOWN}`,
    now,
    before,
  );
  return rows.map(({ id, name, expires_at }) => ({ kind, id, name, expiresAt: time(expires_at) }));
}

/** Releases that did not happen at their time, the latest first. */
export async function listFailedSchedules(db: Queries, apps: Apps): Promise<Attention[]> {
  const rows = await ofApps<ScheduleShown & { failed: string }>(
    db,
    (condition) =>
      `SELECT v.app_id, v.version, v.failed, v.due_at, v.percentage FROM scheduled_releases AS v
        WHERE v.failed IS NOT NULL ${condition} ORDER BY v.due_at DESC LIMIT ${MAX_SHOWN}`,
    apps,
  );
  return rows
    .toSorted((one, other) => other.due_at - one.due_at)
    .slice(0, MAX_SHOWN)
    .map((row) => ({
      kind: 'schedule-failed',
      appId: row.app_id,
      version: row.version,
      because: row.failed,
      at: time(row.due_at),
    }));
}

interface ScheduleShown {
  app_id: string;
  version: string;
  due_at: number;
  percentage: number;
}

/** Releases that are to come, the next first. */
export async function listScheduled(db: Queries, apps: Apps): Promise<Overview['scheduled']> {
  const rows = await ofApps<ScheduleShown>(
    db,
    (condition) =>
      `SELECT v.app_id, v.version, v.due_at, v.percentage FROM scheduled_releases AS v
        WHERE v.failed IS NULL ${condition} ORDER BY v.due_at LIMIT ${MAX_RELEASED}`,
    apps,
  );
  return rows
    .toSorted((one, other) => one.due_at - other.due_at)
    .slice(0, MAX_RELEASED)
    .map((row) => ({
      appId: row.app_id,
      version: row.version,
      percentage: row.percentage / 100,
      at: time(row.due_at),
    }));
}

/** Versions whose release changed since a time, the latest first. */
export async function listReleasedSince(
  db: Queries,
  apps: Apps,
  since: number,
): Promise<{ appId: string; version: string; percentage: number; at: string }[]> {
  const rows = await ofApps<{
    app_id: string;
    version: string;
    percentage: number;
    updated_at: number;
  }>(
    db,
    (condition) =>
      `SELECT v.app_id, v.version, v.percentage, v.updated_at FROM versions AS v
        WHERE v.status = 'released' AND v.updated_at >= ? ${condition}
        ORDER BY v.updated_at DESC LIMIT ${MAX_RELEASED}`,
    apps,
    since,
  );
  return rows
    .toSorted((one, other) => other.updated_at - one.updated_at)
    .slice(0, MAX_RELEASED)
    .map((row) => ({
      appId: row.app_id,
      version: row.version,
      percentage: row.percentage / 100,
      at: time(row.updated_at),
    }));
}
