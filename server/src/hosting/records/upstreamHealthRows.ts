import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** A single failure can have any cause; this many consecutive ones are blamed on the back end. */
export const FAILING_AFTER = 3;

/** The recent health of a mini-app's back end, as seen by all nodes together. */
export interface UpstreamHealthRow {
  app_id: string;
  /** Consecutive failures since it answered last. */
  failures: number;
  answered_at: number | null;
  error: string | null;
  error_at: number | null;
}

/** What one node saw of a back end since its last write. */
export interface SeenUpstream {
  appId: string;
  /** Consecutive failures since it answered last, or since this node's last write. */
  failures: number;
  /** Absent if it has not answered since. */
  answeredAt?: number | undefined;
  lastError?: { code: string; at: number } | undefined;
}

/** Adds what a node saw. */
export async function addSeen(tx: Queries, seen: readonly SeenUpstream[]): Promise<void> {
  await tx.runMany(
    `INSERT INTO upstream_health (app_id, failures, answered_at, error, error_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (app_id) DO UPDATE SET
        failures = CASE WHEN excluded.answered_at IS NULL
          THEN upstream_health.failures + excluded.failures ELSE excluded.failures END,
        answered_at = COALESCE(excluded.answered_at, upstream_health.answered_at),
        error = COALESCE(excluded.error, upstream_health.error),
        error_at = COALESCE(excluded.error_at, upstream_health.error_at)`,
    // In a fixed order, so that two nodes never deadlock.
    seen
      .toSorted((one, other) => (one.appId < other.appId ? -1 : 1))
      .map(({ appId, failures, answeredAt, lastError }) => [
        appId,
        failures,
        answeredAt ?? null,
        lastError?.code ?? null,
        lastError?.at ?? null,
      ]),
  );
}

export function findUpstreamHealth(
  db: Queries,
  appId: string,
): Promise<UpstreamHealthRow | undefined> {
  return db.get('SELECT * FROM upstream_health WHERE app_id = ?', appId);
}

/** The back ends that ever failed, the latest failure first. */
export function listFailedOnce(db: Queries, limit: number): Promise<UpstreamHealthRow[]> {
  return db.all(
    'SELECT * FROM upstream_health WHERE error_at IS NOT NULL ORDER BY error_at DESC, app_id LIMIT ?',
    limit,
  );
}

/** The failing back ends, of some mini-apps or of all, the latest failure first. The threshold is that of the partial index. */
export async function listFailingUpstreams(
  db: Queries,
  apps: readonly string[] | undefined,
  limit: number,
): Promise<UpstreamHealthRow[]> {
  const read = (some: string, ...values: string[]) =>
    db.all<UpstreamHealthRow>(
      `SELECT * FROM upstream_health WHERE failures >= ${FAILING_AFTER} ${some} ORDER BY error_at DESC, app_id LIMIT ?`,
      ...values,
      limit,
    );
  if (!apps) return read('');
  const rows: UpstreamHealthRow[] = [];
  for (const { marks, values } of listsOf(apps)) {
    rows.push(...(await read(`AND app_id IN ${marks}`, ...values)));
  }
  return rows.toSorted((one, other) => other.error_at! - one.error_at!).slice(0, limit);
}

/** How back ends fail that do, for whoever compares; of thousands not all. */
export function listHowUpstreamsFail(
  db: Queries,
): Promise<Pick<UpstreamHealthRow, 'app_id' | 'error'>[]> {
  return db.all(
    `SELECT app_id, error FROM upstream_health WHERE failures >= ${FAILING_AFTER} ORDER BY app_id LIMIT 2000`,
  );
}

/** Deletes the health of a back end that the mini-app no longer has. */
export async function forgetUpstream(tx: Queries, appId: string): Promise<void> {
  await tx.run('DELETE FROM upstream_health WHERE app_id = ?', appId);
}
