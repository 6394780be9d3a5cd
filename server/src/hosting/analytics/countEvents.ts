import { type AnalyticsEvent, type AnalyticsReceipt, LIMITS } from '@host/contracts';

import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { findVersion } from '../records/versionRows.ts';
import {
  type CountKey,
  type CountIncrement,
  addCounts,
  countNames,
  knownNames,
  rememberEvents,
} from './analyticsRows.ts';
import { dayOf } from './dayOf.ts';
import type { EventQuota } from './EventQuota.ts';

/** The name for everything beyond the limit of names of a mini-app. */
export const OTHER_NAMES = '(other)';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SKEW_MS = 2 * DAY_MS;

/** Keeps transactions small, so that other writes do not wait long: anybody can send events. */
const MAX_EVENTS_IN_A_TRANSACTION = 25;

/**
 * Counts a batch, idempotently: a batch that was counted in part can be sent again. Events are not stored: the data grows
 * with the names and versions of mini-apps, not with the people who use them.
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
  await db.transaction((tx) => quota.makeRoom(tx, now));
  let counted = 0;
  for (let start = 0; start < known.length; start += MAX_EVENTS_IN_A_TRANSACTION) {
    const part = known.slice(start, start + MAX_EVENTS_IN_A_TRANSACTION);
    counted += await db.transaction((tx) => countOnce(tx, part, now));
  }
  return { counted, repeated: known.length - counted, unknown };
}

async function countOnce(
  tx: Transaction,
  events: readonly AnalyticsEvent[],
  now: number,
): Promise<number> {
  // In a fixed order, so that two transactions never deadlock.
  const ordered = events.toSorted((a, b) => compare(idOf(a), idOf(b)));
  const added = await rememberEvents(tx, ordered, now);
  const counts = sum(added.map((event) => ({ key: keyOf(event, now), count: 1 })));
  const kept: CountIncrement[] = [];
  for (const group of groupsOf(counts)) kept.push(...(await withinLimits(tx, group)));
  await addCounts(tx, sum(kept));
  return added.length;
}

/**
 * Replaces names beyond the limit. Names come from outside: without a limit one client could fill the disk with made-up
 * ones.
 */
async function withinLimits(
  tx: Transaction,
  group: readonly CountIncrement[],
): Promise<CountIncrement[]> {
  const { key } = group[0]!;
  // Names in use come first, so that made-up ones cannot crowd them out.
  const dayBefore = dayOf(Date.parse(key.day) - DAY_MS);
  const names = group.map((each) => each.key.name);
  const known = await knownNames(tx, { ...key, days: [dayBefore, key.day] }, names);
  const counted = await countNames(tx, key);
  let room = Math.min(
    LIMITS.eventNamesPerDay - counted.names,
    LIMITS.eventRowsPerDay - counted.rows,
  );
  return group.map((each) => {
    const { name } = each.key;
    if (name !== OTHER_NAMES && (known.has(name) || room > 0)) {
      if (!known.has(name)) room--;
      known.add(name);
      return each;
    }
    return { ...each, key: { ...each.key, name: OTHER_NAMES } };
  });
}

/** Sums counts of the same row, in the order of rows. */
function sum(counts: readonly CountIncrement[]): CountIncrement[] {
  const sums = new Map<string, CountIncrement>();
  for (const { key, count } of counts) {
    const text = textOf(key);
    sums.set(text, { key, count: count + (sums.get(text)?.count ?? 0) });
  }
  return [...sums].toSorted(([a], [b]) => compare(a, b)).map(([, counted]) => counted);
}

function groupsOf(counts: readonly CountIncrement[]): CountIncrement[][] {
  const groups = new Map<string, CountIncrement[]>();
  for (const each of counts) {
    const { appId, type, day } = each.key;
    const name = JSON.stringify([appId, type, day]);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups.values()];
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
  // The time of a client whose clock is too far off is not used.
  const day = dayOf(Math.abs(moment - now) > MAX_SKEW_MS ? now : moment);
  return { appId, type, day, name, version };
}

function idOf({ appId, id }: AnalyticsEvent): string {
  return `${appId} ${id}`;
}

function textOf({ appId, type, day, name, version }: CountKey): string {
  return JSON.stringify([appId, type, day, name, version]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
