import { usualPaths } from '@host/contracts';

import { MAX_FORMER_PATH_SECONDS, MAX_FORMER_PATHS } from '../../operations/quotas/quotaLimits.ts';
import type { Queries } from '../../storage/database/Database.types.ts';

/** The mini-app behind a path. */
export interface PathOwner {
  app_id: string;
  suspended: number;
  suspended_reason: string | null;
  upstream: string | null;
}

/**
 * Gives a mini-app a path, unless it has one: the first of its default candidates that nobody else has, or had until
 * recently. If others take all of them concurrently, it gets none.
 */
export async function claimUsualPath(tx: Queries, appId: string): Promise<void> {
  if ((await findPath(tx, appId)) !== undefined) return;
  const now = Date.now();
  for (const path of usualPaths(appId)) {
    if (await isKeptForOthers(tx, appId, path, now)) continue;
    const added = await tx.run(
      'INSERT INTO mini_app_paths (path, app_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
      path,
      appId,
    );
    if (added === 1) return;
  }
}

/** The path of a mini-app, or the one it would get if it were registered now. */
export async function pathToBe(db: Queries, appId: string): Promise<string | undefined> {
  const own = await findPath(db, appId);
  if (own !== undefined) return own;
  const now = Date.now();
  for (const path of usualPaths(appId)) {
    const isTaken =
      (await findPathOwner(db, path)) !== undefined ||
      (await isKeptForOthers(db, appId, path, now));
    if (!isTaken) return path;
  }
  return undefined;
}

async function findPath(db: Queries, appId: string): Promise<string | undefined> {
  const row = await db.get<{ path: string }>(
    'SELECT path FROM mini_app_paths WHERE app_id = ?',
    appId,
  );
  return row?.path;
}

/**
 * Changes the path of a mini-app; false when somebody else has it, and then the transaction must not be committed. The
 * former path stays reserved for a while.
 */
export async function movePath(
  tx: Queries,
  appId: string,
  path: string,
  now: number,
): Promise<boolean> {
  await tx.run(
    `INSERT INTO former_paths (path, app_id, given_up_at)
      SELECT path, app_id, ${now} FROM mini_app_paths WHERE app_id = ? AND path <> ?
      ON CONFLICT (path) DO UPDATE SET app_id = excluded.app_id, given_up_at = excluded.given_up_at`,
    appId,
    path,
  );
  await tx.run('DELETE FROM former_paths WHERE path = ?', path);
  await tx.run(
    `DELETE FROM former_paths WHERE app_id = ? AND path NOT IN (
      SELECT path FROM former_paths WHERE app_id = ? ORDER BY given_up_at DESC, path LIMIT ?)`,
    appId,
    appId,
    MAX_FORMER_PATHS,
  );
  await tx.run('DELETE FROM mini_app_paths WHERE app_id = ?', appId);
  const changed = await tx.run(
    'INSERT INTO mini_app_paths (path, app_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    path,
    appId,
  );
  return changed === 1;
}

/** Whether a path is still reserved for a mini-app of another publisher, which had it until recently. */
export async function isKeptForOthers(
  db: Queries,
  appId: string,
  path: string,
  now: number,
): Promise<boolean> {
  const row = await db.get<{ app_id: string }>(
    `SELECT f.app_id FROM former_paths f LEFT JOIN app_owners had ON had.app_id = f.app_id
      LEFT JOIN app_owners wants ON wants.app_id = ?
      WHERE f.path = ? AND f.given_up_at > ? AND f.app_id <> ?
        AND (had.publisher_id IS NULL OR wants.publisher_id IS NULL OR had.publisher_id <> wants.publisher_id)`,
    appId,
    path,
    now - MAX_FORMER_PATH_SECONDS * 1000,
    appId,
  );
  return row !== undefined;
}

/** Deletes some reservations of former paths that have expired. Returns their number. */
export function forgetFormerPaths(tx: Queries, now: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM former_paths WHERE path IN (
      SELECT path FROM former_paths WHERE given_up_at <= ? LIMIT ?)`,
    now - MAX_FORMER_PATH_SECONDS * 1000,
    limit,
  );
}

export function findPathOwner(db: Queries, path: string): Promise<PathOwner | undefined> {
  return db.get<PathOwner>(
    `SELECT m.app_id, m.suspended, m.suspended_reason, m.upstream
      FROM mini_app_paths p JOIN mini_programs m ON m.app_id = p.app_id WHERE p.path = ?`,
    path,
  );
}

export async function setUpstream(tx: Queries, appId: string, url: string | null): Promise<void> {
  await tx.run('UPDATE mini_programs SET upstream = ? WHERE app_id = ?', url, appId);
}
