import type { Attention, Overview } from '@host/contracts';

import type { Queries } from '../storage/database/Database.types.ts';
import { listsOf } from '../storage/database/listsOf.ts';

/** The entries that are shown of each list. */
export const MAX_SHOWN = 20;
const MAX_RELEASED = 50;

type Apps = readonly string[] | undefined;

const time = (ms: number) => new Date(ms).toISOString();

/** Some rows of a list, and how many more there are. */
export interface Shown<Row> {
  rows: Row[];
  /** Counted up to `MAX_COUNTED`. */
  more: { count: number; isExact: boolean };
}

/** A list, the first rows of which are shown. */
interface ShownList {
  columns: string;
  /** The statement from `FROM` on; `some` is the condition that restricts it to some mini-apps. */
  from: (some: string) => string;
  order: string;
  limit: number;
}

export const MAX_COUNTED = 1000;

/** Reads the first rows for all mini-apps, or for some; those come from several statements and are sorted by the caller. */
async function readShown<Row extends object>(
  db: Queries,
  { columns, from, order, limit }: ShownList,
  apps: Apps,
  byOrder: (one: Row, other: Row) => number,
  ...parameters: (string | number)[]
): Promise<Shown<Row>> {
  const lists = apps
    ? listsOf(apps).map(({ marks, values }) => ({ some: `AND v.app_id IN ${marks}`, values }))
    : [{ some: '', values: [] }];
  const rows: Row[] = [];
  for (const { some, values } of lists) {
    const sql = `SELECT ${columns} ${from(some)} ORDER BY ${order} LIMIT ${limit}`;
    rows.push(...(await db.all<Row>(sql, ...parameters, ...values)));
  }
  // Counted only if there can be more, which is rare.
  if (rows.length < limit) {
    return { rows: rows.toSorted(byOrder), more: { count: 0, isExact: true } };
  }
  let all = 0;
  for (const { some, values } of lists) {
    const counted = await db.get<{ count: number }>(
      `SELECT COUNT(*) AS count FROM (SELECT 1 ${from(some)} LIMIT ${MAX_COUNTED}) AS counted`,
      ...parameters,
      ...values,
    );
    all += counted!.count;
  }
  return {
    rows: rows.toSorted(byOrder).slice(0, limit),
    more: { count: Math.max(0, all - limit), isExact: all < MAX_COUNTED },
  };
}

/** Maps the rows of a list to their presentation. */
function inWords<Row, Words>({ rows, more }: Shown<Row>, words: (row: Row) => Words): Shown<Words> {
  return { rows: rows.map(words), more };
}

/** Versions that the server paused, the latest first. */
export async function listPaused(db: Queries, apps: Apps): Promise<Shown<Attention>> {
  const shown = await readShown<{
    app_id: string;
    version: string;
    paused_because: string;
    updated_at: number;
  }>(
    db,
    {
      columns: 'v.app_id, v.version, v.paused_because, v.updated_at',
      from: (some) =>
        `FROM versions AS v WHERE v.paused_because IS NOT NULL AND v.status = 'paused' ${some}`,
      order: 'v.updated_at DESC',
      limit: MAX_SHOWN,
    },
    apps,
    (one, other) => other.updated_at - one.updated_at,
  );
  return inWords(shown, (row) => ({
    kind: 'paused',
    appId: row.app_id,
    version: row.version,
    because: row.paused_because,
    at: time(row.updated_at),
  }));
}

/**
 * When a version is shown as failing: before it is paused automatically (by default at 10 % of installs), but not after
 * a single crash. With fewer failures than this, a rate is not significant.
 */
const FAILING = { failures: 5, percent: 2 };

/** Released versions that failed too often on a day, those with the most failures first. */
export async function listFailing(db: Queries, apps: Apps, day: string): Promise<Shown<Attention>> {
  const shown = await readShown<{
    app_id: string;
    version: string;
    loaded: number;
    failed_starts: number;
    crashed: number;
  }>(
    db,
    {
      columns:
        'd.app_id, d.version, d.loaded, d.crashed_on_start + d.hung AS failed_starts, d.crashed',
      from: (some) =>
        `FROM report_days AS d JOIN versions AS v ON v.app_id = d.app_id AND v.version = d.version
          WHERE d.day = ? AND v.status = 'released'
            AND d.crashed_on_start + d.hung + d.crashed >= ${FAILING.failures}
            AND (d.crashed_on_start + d.hung + d.crashed) * 100
              >= (d.loaded + d.crashed_on_start + d.hung) * ${FAILING.percent} ${some}`,
      order: 'd.crashed_on_start + d.hung + d.crashed DESC',
      limit: MAX_SHOWN,
    },
    apps,
    (one, other) => failuresOf(other) - failuresOf(one),
    day,
  );
  return inWords(shown, (row) => ({
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

/** Suspended mini-apps, sorted by id: only the audit log knows when they were suspended. */
export async function listSuspended(db: Queries, apps: Apps): Promise<Shown<Attention>> {
  const shown = await readShown<{ app_id: string; suspended_reason: string | null }>(
    db,
    {
      columns: 'v.app_id, v.suspended_reason',
      from: (some) => `FROM mini_programs AS v WHERE v.suspended = 1 ${some}`,
      order: 'v.app_id',
      limit: MAX_SHOWN,
    },
    apps,
    (one, other) => one.app_id.localeCompare(other.app_id),
  );
  return inWords(shown, ({ app_id, suspended_reason }) => ({
    kind: 'suspended',
    appId: app_id,
    ...(suspended_reason !== null && { reason: suspended_reason }),
  }));
}

/** Versions that wait for review, the longest waiting first. */
export async function listSubmitted(db: Queries, apps: Apps): Promise<Shown<Attention>> {
  const shown = await readShown<{ app_id: string; version: string; submitted_at: number }>(
    db,
    {
      columns: 'v.app_id, v.version, v.submitted_at',
      from: (some) => `FROM reviews AS v WHERE v.state = 'submitted' ${some}`,
      order: 'v.submitted_at',
      limit: MAX_SHOWN,
    },
    apps,
    (one, other) => one.submitted_at - other.submitted_at,
  );
  return inWords(shown, (row) => ({
    kind: 'submitted',
    appId: row.app_id,
    version: row.version,
    at: time(row.submitted_at),
  }));
}

const EXPIRING = { 'token-expires': 'tokens', 'server-key-expires': 'server_keys' } as const;

/** Tokens or server keys that expire before a time and have not expired yet, the earliest first. */
export async function listExpiring(
  db: Queries,
  kind: keyof typeof EXPIRING,
  now: number,
  before: number,
): Promise<Shown<Attention>> {
  const shown = await readShown<{ id: string; name: string; expires_at: number }>(
    db,
    {
      columns: 'id, name, expires_at',
      from: () =>
        `FROM ${EXPIRING[kind]} WHERE revoked_at IS NULL AND expires_at > ? AND expires_at < ?`,
      order: 'expires_at',
      limit: MAX_SHOWN,
    },
    undefined,
    (one, other) => one.expires_at - other.expires_at,
    now,
    before,
  );
  return inWords(shown, ({ id, name, expires_at }) => ({
    kind,
    id,
    name,
    expiresAt: time(expires_at),
  }));
}

/** Scheduled releases that failed, the latest first. */
export async function listFailedSchedules(db: Queries, apps: Apps): Promise<Shown<Attention>> {
  const shown = await readShown<ScheduleShown & { failed: string }>(
    db,
    {
      columns: 'v.app_id, v.version, v.failed, v.due_at, v.percentage',
      from: (some) => `FROM scheduled_releases AS v WHERE v.failed IS NOT NULL ${some}`,
      order: 'v.due_at DESC',
      limit: MAX_SHOWN,
    },
    apps,
    (one, other) => other.due_at - one.due_at,
  );
  return inWords(shown, (row) => ({
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

/** Scheduled releases, the next first. */
export async function listScheduled(
  db: Queries,
  apps: Apps,
): Promise<Shown<Overview['scheduled'][number]>> {
  const shown = await readShown<ScheduleShown>(
    db,
    {
      columns: 'v.app_id, v.version, v.due_at, v.percentage',
      from: (some) => `FROM scheduled_releases AS v WHERE v.failed IS NULL ${some}`,
      order: 'v.due_at',
      limit: MAX_RELEASED,
    },
    apps,
    (one, other) => one.due_at - other.due_at,
  );
  return inWords(shown, (row) => ({
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
): Promise<Shown<Overview['released'][number]>> {
  const shown = await readShown<{
    app_id: string;
    version: string;
    percentage: number;
    updated_at: number;
  }>(
    db,
    {
      columns: 'v.app_id, v.version, v.percentage, v.updated_at',
      from: (some) =>
        `FROM versions AS v WHERE v.status = 'released' AND v.updated_at >= ? ${some}`,
      order: 'v.updated_at DESC',
      limit: MAX_RELEASED,
    },
    apps,
    (one, other) => other.updated_at - one.updated_at,
    since,
  );
  return inWords(shown, (row) => ({
    appId: row.app_id,
    version: row.version,
    percentage: row.percentage / 100,
    at: time(row.updated_at),
  }));
}
