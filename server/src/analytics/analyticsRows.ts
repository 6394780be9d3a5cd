import { type AnalyticsCount, type AnalyticsEvent, LIMITS } from '@host/contracts';

import type { Queries } from '../storage/database/Database.types.ts';

export type EventType = AnalyticsEvent['type'];

/** One row of counts. */
export interface CountKey {
  appId: string;
  type: EventType;
  day: string;
  name: string;
  version: string;
}

/** Remembers an event; false when it was counted before. */
export async function rememberEvent(
  tx: Queries,
  appId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    'INSERT INTO analytics_seen (app_id, event_id, seen_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    appId,
    id,
    now,
  );
  return changed === 1;
}

/** Forgets events that nobody will send again, a bounded number at a time. Says how many. */
export function forgetOldEvents(tx: Queries, now: number): Promise<number> {
  return tx.run(
    `DELETE FROM analytics_seen WHERE (app_id, event_id) IN (
      SELECT app_id, event_id FROM analytics_seen WHERE seen_at <= ? ORDER BY seen_at LIMIT ?)`,
    now - LIMITS.eventIdSeconds * 1000,
    2 * LIMITS.eventsPerBatch,
  );
}

export async function addCount(tx: Queries, key: CountKey, count: number): Promise<void> {
  await tx.run(
    `INSERT INTO analytics_counts (app_id, type, day, name, version, count) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_id, type, day, name, version) DO UPDATE SET count = analytics_counts.count + excluded.count`,
    key.appId,
    key.type,
    key.day,
    key.name,
    key.version,
    count,
  );
}

/** Whether a name is counted on a day already. */
export async function isCounted(
  tx: Queries,
  { appId, type, day, name }: Omit<CountKey, 'version'>,
): Promise<boolean> {
  const row = await tx.get(
    'SELECT 1 AS found FROM analytics_counts WHERE app_id = ? AND type = ? AND day = ? AND name = ? LIMIT 1',
    appId,
    type,
    day,
    name,
  );
  return row !== undefined;
}

/** Forgets events that were seen longest ago, however new they are. Says how many. */
export function forgetOldestEvents(tx: Queries, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM analytics_seen WHERE (app_id, event_id) IN (
      SELECT app_id, event_id FROM analytics_seen ORDER BY seen_at LIMIT ?)`,
    limit,
  );
}

/** How many events are remembered. */
export async function countSeen(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM analytics_seen');
  return row!.count;
}

/** Forgets what was counted before a day, a few at a time. Says how many. */
export function forgetOldCounts(tx: Queries, before: string, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM analytics_counts WHERE (app_id, type, day, name, version) IN (
      SELECT app_id, type, day, name, version FROM analytics_counts WHERE day < ? LIMIT ?)`,
    before,
    limit,
  );
}

/** How many names a mini-app has on a day, and how many rows with their versions. */
export async function countNames(
  tx: Queries,
  { appId, type, day }: Pick<CountKey, 'appId' | 'type' | 'day'>,
): Promise<{ names: number; rows: number }> {
  const row = await tx.get<{ names: number; rows: number }>(
    'SELECT COUNT(DISTINCT name) AS names, COUNT(*) AS rows FROM analytics_counts WHERE app_id = ? AND type = ? AND day = ?',
    appId,
    type,
    day,
  );
  return row!;
}

/** Counts over all versions, by name and day. */
export function readCounts(
  db: Queries,
  appId: string,
  type: EventType,
  days: { from: string; to: string },
): Promise<AnalyticsCount[]> {
  return db.all<AnalyticsCount>(
    `SELECT name, day, CAST(SUM(count) AS BIGINT) AS count FROM analytics_counts
      WHERE app_id = ? AND type = ? AND day >= ? AND day <= ? GROUP BY name, day ORDER BY name, day`,
    appId,
    type,
    days.from,
    days.to,
  );
}
