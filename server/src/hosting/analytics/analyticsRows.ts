import { type AnalyticsCount, type AnalyticsEvent, LIMITS } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf, tuplesOf } from '../../storage/database/listsOf.ts';

export type EventType = AnalyticsEvent['type'];

/** One row of counts. */
export interface CountKey {
  appId: string;
  type: EventType;
  day: string;
  name: string;
  version: string;
}

/** The group within which the number of names is limited: a mini-app on one day. */
export type CountGroup = Pick<CountKey, 'appId' | 'type' | 'day'>;

/** Remembers the ids of events, and returns the events that were new. */
export async function rememberEvents<Event extends Pick<AnalyticsEvent, 'appId' | 'id'>>(
  tx: Queries,
  events: readonly Event[],
  now: number,
): Promise<Event[]> {
  const added: Event[] = [];
  const unseen = new Map(events.map((event) => [idOf(event.appId, event.id), event]));
  for (const { tuples, values } of tuplesOf(events.map(({ appId, id }) => [appId, id, now]))) {
    const rows = await tx.all<{ app_id: string; event_id: string }>(
      `INSERT INTO analytics_seen (app_id, event_id, seen_at) VALUES ${tuples}
        ON CONFLICT DO NOTHING RETURNING app_id, event_id`,
      ...values,
    );
    for (const { app_id, event_id } of rows) added.push(unseen.get(idOf(app_id, event_id))!);
  }
  return added;
}

function idOf(appId: string, id: string): string {
  return `${appId} ${id}`;
}

/** Deletes some ids of events that are too old to be sent again. Returns their number. */
export function forgetOldEvents(tx: Queries, now: number): Promise<number> {
  return tx.run(
    `DELETE FROM analytics_seen WHERE (app_id, event_id) IN (
      SELECT app_id, event_id FROM analytics_seen WHERE seen_at <= ? ORDER BY seen_at LIMIT ?)`,
    now - LIMITS.eventIdSeconds * 1000,
    2 * LIMITS.eventsPerBatch,
  );
}

/** A row of counts and its increment. */
export interface CountIncrement {
  key: CountKey;
  count: number;
}

export async function addCounts(tx: Queries, counts: readonly CountIncrement[]): Promise<void> {
  await tx.runMany(
    `INSERT INTO analytics_counts (app_id, type, day, name, version, count) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_id, type, day, name, version) DO UPDATE SET count = analytics_counts.count + excluded.count`,
    counts.map(({ key: { appId, type, day, name, version }, count }) => [
      appId,
      type,
      day,
      name,
      version,
      count,
    ]),
  );
}

/** Which of some names a mini-app already has on one of two days. */
export async function knownNames(
  tx: Queries,
  { appId, type, days }: Omit<CountGroup, 'day'> & { days: readonly [string, string] },
  names: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { marks, values } of listsOf(names)) {
    const rows = await tx.all<{ name: string }>(
      `SELECT DISTINCT name FROM analytics_counts WHERE app_id = ? AND type = ? AND day IN (?, ?) AND name IN ${marks}`,
      appId,
      type,
      ...days,
      ...values,
    );
    for (const { name } of rows) found.add(name);
  }
  return found;
}

/** Deletes the ids of the oldest events. Returns their number. */
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

/** Deletes some counts from before a day. Returns their number. */
export function forgetOldCounts(tx: Queries, before: string, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM analytics_counts WHERE (app_id, type, day, name, version) IN (
      SELECT app_id, type, day, name, version FROM analytics_counts WHERE day < ? LIMIT ?)`,
    before,
    limit,
  );
}

/** Counts the names of a mini-app on a day, and the rows that they have with all versions. */
export async function countNames(
  tx: Queries,
  { appId, type, day }: CountGroup,
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
