import type { ReportDay, ReportKind } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

const COLUMN: Record<ReportKind, string> = {
  loaded: 'loaded',
  'load-failed': 'load_failed',
  'crashed-on-start': 'crashed_on_start',
  hung: 'hung',
  crashed: 'crashed',
  complaint: 'complaints',
};

interface DayRow {
  day: string;
  installs: number;
  loaded: number;
  load_failed: number;
  crashed_on_start: number;
  hung: number;
  crashed: number;
  complaints: number;
  timed: number;
  load_ms: number;
}

/** Adds one report to the counts of a day. */
export async function addToDay(
  tx: Queries,
  place: { appId: string; version: string; day: string },
  report: { kind: ReportKind; isNewInstall: boolean; loadMs: number | undefined },
): Promise<void> {
  const column = COLUMN[report.kind];
  await tx.run(
    `INSERT INTO report_days (app_id, version, day, installs, ${column}, timed, load_ms)
      VALUES (?, ?, ?, ?, 1, ?, ?)
      ON CONFLICT (app_id, version, day) DO UPDATE SET
        installs = report_days.installs + excluded.installs, ${column} = report_days.${column} + 1,
        timed = report_days.timed + excluded.timed, load_ms = report_days.load_ms + excluded.load_ms`,
    place.appId,
    place.version,
    place.day,
    report.isNewInstall ? 1 : 0,
    report.loadMs === undefined ? 0 : 1,
    report.loadMs ?? 0,
  );
}

/** The last days with reports, the newest first. */
export async function listDays(
  db: Queries,
  appId: string,
  version: string,
  limit: number,
): Promise<ReportDay[]> {
  const rows = await db.all<DayRow>(
    'SELECT * FROM report_days WHERE app_id = ? AND version = ? ORDER BY day DESC LIMIT ?',
    appId,
    version,
    limit,
  );
  return rows.map((row) => ({
    day: row.day,
    installs: row.installs,
    loaded: row.loaded,
    loadFailed: row.load_failed,
    crashedOnStart: row.crashed_on_start,
    hung: row.hung,
    crashed: row.crashed,
    complaints: row.complaints,
    ...(row.timed > 0 && { averageLoadMs: Math.round(row.load_ms / row.timed) }),
  }));
}

/** The daily counts of all versions of a mini-app since a day, the oldest first. */
export function listDaysOfApp(
  db: Queries,
  appId: string,
  since: string,
): Promise<(DayRow & { version: string })[]> {
  return db.all(
    'SELECT * FROM report_days WHERE app_id = ? AND day >= ? ORDER BY day, version',
    appId,
    since,
  );
}

/** How often the released versions of several mini-apps were opened, and crashed, since a day. */
export async function sumReleasedDays(
  db: Queries,
  appIds: readonly string[],
  since: string,
): Promise<{ app_id: string; loaded: number; crashed: number }[]> {
  const rows = [];
  for (const { marks, values } of listsOf(appIds)) {
    rows.push(
      ...(await db.all<{ app_id: string; loaded: number; crashed: number }>(
        `SELECT v.app_id, CAST(SUM(d.loaded) AS BIGINT) AS loaded, CAST(SUM(d.crashed) AS BIGINT) AS crashed
          FROM versions v JOIN report_days d ON d.app_id = v.app_id AND d.version = v.version AND d.day >= ?
          WHERE v.app_id IN ${marks} AND v.status = 'released' GROUP BY v.app_id`,
        since,
        ...values,
      )),
    );
  }
  return rows;
}

/** Deletes some counts from before a day. Returns their number. */
export function forgetOldDays(tx: Queries, before: string, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM report_days WHERE (app_id, version, day) IN (
      SELECT app_id, version, day FROM report_days WHERE day < ? LIMIT ?)`,
    before,
    limit,
  );
}
