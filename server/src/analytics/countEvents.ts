import { type AnalyticsEvent, type AnalyticsReceipt, LIMITS } from '@host/contracts';

import { findVersion } from '../registry/versionRows.ts';
import type { Database, Transaction } from '../storage/database/Database.types.ts';
import { type CountKey, addCount, countNames, isCounted, rememberEvent } from './analyticsRows.ts';
import { dayOf } from './dayOf.ts';
import type { EventQuota } from './EventQuota.ts';

/** Under this name is counted what a mini-app has too many names for. */
export const OTHER_NAMES = '(other)';

const MOST_SKEW_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Counts a batch in one transaction. Events themselves are not kept: what is kept grows with the names and versions of
 * mini-apps, and not with the people who use them.
 */
export async function countEvents(
  { db, quota }: { db: Database; quota: EventQuota },
  events: readonly AnalyticsEvent[],
  { address, now }: { address: string; now: number },
): Promise<AnalyticsReceipt> {
  const known = await keepRegistered(db, events);
  const unknown = events.length - known.length;
  if (known.length === 0) return { counted: 0, repeated: 0, unknown };
  quota.admit(known, address);
  const counted = await db.transaction(async (tx) => {
    await quota.makeRoom(tx, now);
    return countOnce(tx, known, now);
  });
  return { counted, repeated: known.length - counted, unknown };
}

async function countOnce(
  tx: Transaction,
  events: readonly AnalyticsEvent[],
  now: number,
): Promise<number> {
  const counts = new Map<string, { key: CountKey; count: number }>();
  let counted = 0;
  // In one order everywhere: two transactions that wait for each other's rows would wait for ever.
  for (const event of events.toSorted((a, b) => compare(idOf(a), idOf(b)))) {
    if (!(await rememberEvent(tx, event.appId, event.id, now))) continue;
    counted++;
    const key = keyOf(event, now);
    const entry = counts.get(textOf(key)) ?? { key, count: 0 };
    entry.count++;
    counts.set(textOf(key), entry);
  }
  const others: { key: CountKey; count: number }[] = [];
  for (const { key, count } of inOrder([...counts.values()])) {
    if (await hasRoomFor(tx, key)) await addCount(tx, key, count);
    else others.push({ key: { ...key, name: OTHER_NAMES }, count });
  }
  for (const { key, count } of inOrder(others)) await addCount(tx, key, count);
  return counted;
}

// Names come from outside: without a bound one client could fill the disk with made-up ones.
async function hasRoomFor(tx: Transaction, key: CountKey): Promise<boolean> {
  if (key.name === OTHER_NAMES) return false;
  if (await isCounted(tx, key)) return true;
  const { names, rows } = await countNames(tx, key);
  return names < LIMITS.eventNamesPerDay && rows < LIMITS.eventRowsPerDay;
}

async function keepRegistered(
  db: Database,
  events: readonly AnalyticsEvent[],
): Promise<AnalyticsEvent[]> {
  const registered = new Map<string, boolean>();
  for (const { appId, version } of events) {
    const key = `${appId}@${version}`;
    if (registered.has(key)) continue;
    registered.set(key, (await findVersion(db, appId, version)) !== undefined);
  }
  return events.filter(({ appId, version }) => registered.get(`${appId}@${version}`));
}

function keyOf({ appId, type, name, version, at }: AnalyticsEvent, now: number): CountKey {
  const moment = Date.parse(at);
  // A clock that is that far off says nothing of the day.
  const day = dayOf(Math.abs(moment - now) > MOST_SKEW_MS ? now : moment);
  return { appId, type, day, name, version };
}

function idOf({ appId, id }: AnalyticsEvent): string {
  return `${appId} ${id}`;
}

function textOf({ appId, type, day, name, version }: CountKey): string {
  return JSON.stringify([appId, type, day, name, version]);
}

function inOrder<Entry extends { key: CountKey }>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => compare(textOf(a.key), textOf(b.key)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
