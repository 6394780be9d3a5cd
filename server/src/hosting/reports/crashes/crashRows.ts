import { type Crash, LIMITS, type ReportKind } from '@host/contracts';

import type { ListPart, SortedList, SortedRow } from '../../../http/lists/sortedList.ts';
import { contains } from '../../../storage/database/contains.ts';
import type { Queries } from '../../../storage/database/Database.types.ts';
import { listsOf, tuplesOf } from '../../../storage/database/listsOf.ts';
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

/** The share of a mini-app's crash locations that is kept for being new; the others are those that hit the most installs. */
const KEPT_FOR_NEW = LIMITS.crashesPerApp / 5;

export function findCrash(
  db: Queries,
  appId: string,
  place: string,
): Promise<CrashRow | undefined> {
  return db.get('SELECT * FROM crashes WHERE app_id = ? AND place = ?', appId, place);
}

/** A reported crash and its location. */
export interface CrashSeen {
  appId: string;
  place: string;
  kind: ReportKind;
  message: string;
  at: string;
  version: string;
  now: number;
}

/** Inserts a new crash location. */
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
    // One less, for the location that was just added.
    KEPT_FOR_NEW - 1,
  );
}

/** Counts one more crash at a location, and locks its row until the transaction ends. */
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

/** Anybody can cause entries, so every order has an index. */
export const CRASH_LIST: SortedList<CrashRow> = {
  keys: {
    lastAt: { sql: 'c.last_at', type: 'number' },
    count: { sql: 'c.count', type: 'number' },
    installs: { sql: 'c.installs', type: 'number' },
  },
  initial: '-lastAt',
  id: [
    { sql: 'c.app_id', type: 'text' },
    { sql: 'c.place', type: 'text' },
  ],
  idOf: ({ app_id, place }) => [app_id, place],
};

/** Crashes of some mini-apps or of all, of one version or of all, and with a text or not. */
export async function listCrashes(
  db: Queries,
  part: ListPart<CrashRow>,
  {
    apps,
    version,
    q,
  }: { apps: readonly string[] | undefined; version: string | undefined; q: string | undefined },
): Promise<(CrashRow & SortedRow)[]> {
  const ofVersion = `AND EXISTS (SELECT 1 FROM report_failures f
      WHERE f.app_id = c.app_id AND f.place = c.place AND f.version = ?)`;
  const { condition, patterns } = contains(['c.app_id', 'c.message', 'c.at_frame'], q);
  const read = (some: string, ...values: string[]) =>
    db.all<CrashRow & SortedRow>(
      `SELECT c.*, ${part.sortedBy} AS sorted_by FROM crashes c
        WHERE ${part.behind} ${version === undefined ? '' : ofVersion} AND ${condition} ${some}
        ORDER BY ${part.order} LIMIT ?`,
      ...part.values,
      ...(version === undefined ? [] : [version]),
      ...patterns,
      ...values,
      part.limit,
    );
  if (!apps) return read('');
  const rows = [];
  for (const { marks, values } of listsOf(apps)) {
    rows.push(...(await read(`AND c.app_id IN ${marks}`, ...values)));
  }
  return part.merge(rows);
}

/** The locations that crashed since a time, the latest first, up to a limit. */
export function recentCrashes(
  db: Queries,
  since: number,
): Promise<Pick<CrashRow, 'app_id' | 'place' | 'count'>[]> {
  return db.all(
    `SELECT app_id, place, count FROM crashes WHERE last_at > ?
      ORDER BY last_at DESC, app_id DESC, place DESC LIMIT 1000`,
    since,
  );
}

/** Deletes some crash locations that were last hit before a time. Returns their number. */
export function forgetCrashes(tx: Queries, before: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM crashes WHERE (app_id, place) IN (
      SELECT app_id, place FROM crashes WHERE last_at < ? ORDER BY last_at LIMIT ?)`,
    before,
    limit,
  );
}

/**
 * The version in which each crash was first reported, in one query for a page of crashes. A crash is kept for longer than
 * its reports by version: once the first report is deleted, that version is unknown.
 */
export async function listFirstVersions(
  db: Queries,
  crashes: readonly Pick<CrashRow, 'app_id' | 'place'>[],
): Promise<FirstVersions> {
  const found: FirstVersions = new Map();
  for (const { tuples, values } of tuplesOf(crashes.map(({ app_id, place }) => [app_id, place]))) {
    const rows = await db.all<{ app_id: string; place: string; version: string }>(
      `SELECT f.app_id, f.place, f.version FROM report_failures AS f
        JOIN crashes AS c ON c.app_id = f.app_id AND c.place = f.place AND c.first_at = f.first_at
        WHERE (c.app_id, c.place) IN (VALUES ${tuples})`,
      ...values,
    );
    for (const row of rows) found.set(keyOf(row), row.version);
  }
  return found;
}

/** Versions by crash key: the same location can occur in several mini-apps. */
type FirstVersions = Map<string, string>;

function keyOf({ app_id, place }: Pick<CrashRow, 'app_id' | 'place'>): string {
  return `${app_id} ${place}`;
}

export function toCrash(row: CrashRow, firstVersions: FirstVersions): Crash {
  const firstVersion = firstVersions.get(keyOf(row));
  return {
    appId: row.app_id,
    place: row.place,
    kind: row.kind,
    message: row.message,
    at: row.at_frame,
    ...(firstVersion !== undefined && { firstVersion }),
    lastVersion: row.last_version,
    count: row.count,
    installs: countSketch(JSON.parse(row.sketch) as number[]),
    firstAt: new Date(row.first_at).toISOString(),
    lastAt: new Date(row.last_at).toISOString(),
  };
}
