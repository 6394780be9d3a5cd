import { type Crash, LIMITS, type ReportKind } from '@host/contracts';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { listsOf } from '../../../storage/database/listsOf.ts';
import { countSketch } from '../installSketch.ts';

export interface CrashRow {
  app_id: string;
  place: string;
  kind: ReportKind;
  message: string;
  at_frame: string;
  last_version: string;
  count: number;
  installs: number;
  sketch: string;
  first_at: number;
  last_at: number;
}

/** Of the places that a mini-app may have, those that are kept because they are new: the others hit the most installs. */
const KEPT_FOR_NEW = LIMITS.crashesPerApp / 5;

export function findCrash(
  db: Queries,
  appId: string,
  place: string,
): Promise<CrashRow | undefined> {
  return db.get('SELECT * FROM crashes WHERE app_id = ? AND place = ?', appId, place);
}

/** A crash that happened at a place. */
export interface CrashSeen {
  appId: string;
  place: string;
  kind: ReportKind;
  message: string;
  at: string;
  version: string;
  now: number;
}

/** Adds a place where nobody crashed before. */
export async function insertCrash(tx: Queries, crash: CrashSeen): Promise<void> {
  await tx.run(
    `INSERT INTO crashes (app_id, place, kind, message, at_frame, last_version, count, installs, sketch, first_at, last_at)
      VALUES (?, ?, ?, ?, ?, ?, 0, 0, '[]', ?, ?) ON CONFLICT (app_id, place) DO NOTHING`,
    crash.appId,
    crash.place,
    crash.kind,
    crash.message,
    crash.at,
    crash.version,
    crash.now,
    crash.now,
  );
  await tx.run(
    `DELETE FROM crashes WHERE app_id = ? AND place <> ?
      AND place NOT IN (SELECT place FROM crashes WHERE app_id = ?
        ORDER BY installs DESC, last_at DESC, place LIMIT ?)
      AND place NOT IN (SELECT place FROM crashes WHERE app_id = ?
        ORDER BY last_at DESC, place LIMIT ?)`,
    crash.appId,
    crash.place,
    crash.appId,
    LIMITS.crashesPerApp - KEPT_FOR_NEW,
    crash.appId,
    // And the one that was just added.
    KEPT_FOR_NEW - 1,
  );
}

/** Counts one more crash at a place, and keeps others from changing it until the transaction ends. */
export async function addCrash(tx: Queries, crash: CrashSeen): Promise<CrashRow | undefined> {
  return tx.get<CrashRow>(
    `UPDATE crashes SET count = count + 1, kind = ?, last_version = ?, last_at = ?
      WHERE app_id = ? AND place = ? RETURNING *`,
    crash.kind,
    crash.version,
    crash.now,
    crash.appId,
    crash.place,
  );
}

export async function setSketch(
  tx: Queries,
  { app_id, place }: CrashRow,
  sketch: readonly number[],
): Promise<void> {
  await tx.run(
    'UPDATE crashes SET sketch = ?, installs = ? WHERE app_id = ? AND place = ?',
    JSON.stringify(sketch),
    countSketch(sketch).count,
    app_id,
    place,
  );
}

/** A place in the list of crashes. */
export type CrashListPlace = readonly [lastAt: number, appId: string, place: string];

export function listPlaceOf({ last_at, app_id, place }: CrashRow): CrashListPlace {
  return [last_at, app_id, place];
}

/** Crashes, the one that happened last first. */
export async function listCrashes(
  db: Queries,
  page: {
    apps: readonly string[] | undefined;
    version: string | undefined;
    before: CrashListPlace;
    limit: number;
  },
): Promise<CrashRow[]> {
  const { apps, version, before, limit } = page;
  const ofVersion = `AND EXISTS (SELECT 1 FROM report_failures f
      WHERE f.app_id = c.app_id AND f.place = c.place AND f.version = ?)`;
  const sql = (condition: string) =>
    `SELECT c.* FROM crashes c WHERE (c.last_at, c.app_id, c.place) < (?, ?, ?)
      ${version === undefined ? '' : ofVersion} ${condition}
      ORDER BY c.last_at DESC, c.app_id DESC, c.place DESC LIMIT ?`;
  const parameters = [...before, ...(version === undefined ? [] : [version])];
  if (!apps) return db.all<CrashRow>(sql(''), ...parameters, limit);
  const rows: CrashRow[] = [];
  for (const { marks, values } of listsOf(apps)) {
    const some = `AND c.app_id IN ${marks}`;
    rows.push(...(await db.all<CrashRow>(sql(some), ...parameters, ...values, limit)));
  }
  return rows.toSorted((one, other) => other.last_at - one.last_at).slice(0, limit);
}

/** Forgets some crashes that last happened before a time; gives back how many. */
export function forgetCrashes(tx: Queries, before: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM crashes WHERE (app_id, place) IN (
      SELECT app_id, place FROM crashes WHERE last_at < ? ORDER BY last_at LIMIT ?)`,
    before,
    limit,
  );
}

export function toCrash(row: CrashRow): Crash {
  return {
    appId: row.app_id,
    place: row.place,
    kind: row.kind,
    message: row.message,
    at: row.at_frame,
    lastVersion: row.last_version,
    count: row.count,
    installs: countSketch(JSON.parse(row.sketch) as number[]),
    firstAt: new Date(row.first_at).toISOString(),
    lastAt: new Date(row.last_at).toISOString(),
  };
}
