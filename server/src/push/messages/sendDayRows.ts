import type { SendDay } from '@host/contracts';

import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { readClock, readMark } from './clockRows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The most messages that are counted in one transaction. */
const COUNTED_AT_ONCE = 20_000;

type Progress = 'sent' | 'delivered' | 'opened' | 'expired' | 'dropped';
/** The number of devices that messages reached each state on. */
export type MessageCounts = Partial<Record<Progress, number>>;

/**
 * Counts messages that were stored since the last call, by sender and day, each once. It does not block sends, and reads
 * new messages only. Returns how many ids it processed; 0 if everything is counted.
 */
export async function countNewSends(db: Database): Promise<number> {
  const head = await readClock(db);
  const counted = (await readMark(db, 'sends-counted')) ?? 0;
  if (head <= counted) return 0;
  // After a restart, ids may continue far above the last one: the gap is skipped at once.
  const next = await db.get<{ id: number }>(
    'SELECT id FROM push_messages WHERE id > ? AND id <= ? ORDER BY id LIMIT 1',
    counted,
    head,
  );
  const upTo = next ? Math.min(head, next.id - 1 + COUNTED_AT_ONCE) : head;
  const rows = await db.all<{ sender: string; day: number; accepted: number }>(
    `SELECT sender, created_at / ${DAY_MS} AS day, COUNT(*) AS accepted FROM push_messages
      WHERE id > ? AND id <= ? GROUP BY sender, created_at / ${DAY_MS}`,
    counted,
    upTo,
  );
  const isOurs = await db.transaction(async (tx) => {
    // Another node may have been faster.
    const moved = await tx.run(
      `INSERT INTO push_clock (name, last) VALUES ('sends-counted', ?)
        ON CONFLICT (name) DO UPDATE SET last = excluded.last WHERE push_clock.last = ?`,
      upTo,
      counted,
    );
    if (moved === 0) return false;
    await tx.runMany(
      `INSERT INTO send_days (day, sender, accepted) VALUES (?, ?, ?)
        ON CONFLICT (day, sender) DO UPDATE SET accepted = send_days.accepted + excluded.accepted`,
      rows
        .map(({ sender, day, accepted }) => [dayNamed(day), sender, accepted])
        .toSorted(byDayAndSender),
    );
    return true;
  });
  return isOurs ? upTo - counted : 0;
}

/** Adds the progress of messages on devices to the counts of the day on which it happened. */
export async function addToSendDays(
  tx: Queries,
  counts: ReadonlyMap<number, MessageCounts>,
  now: number,
): Promise<void> {
  const bySender = new Map<string, Required<MessageCounts>>();
  for (const { marks, values } of listsOf([...counts.keys()])) {
    const found = await tx.all<{ id: number; sender: string }>(
      `SELECT id, sender FROM push_messages WHERE id IN ${marks}`,
      ...values,
    );
    for (const { id, sender } of found) {
      const sum = bySender.get(sender) ?? emptyCounts();
      for (const [progress, devices] of Object.entries(counts.get(id)!)) {
        sum[progress as Progress] += devices;
      }
      bySender.set(sender, sum);
    }
  }
  const day = dayNamed(Math.floor(now / DAY_MS));
  await tx.runMany(
    `INSERT INTO send_days (day, sender, sent, delivered, opened, expired, dropped)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (day, sender) DO UPDATE SET sent = send_days.sent + excluded.sent,
        delivered = send_days.delivered + excluded.delivered, opened = send_days.opened + excluded.opened,
        expired = send_days.expired + excluded.expired, dropped = send_days.dropped + excluded.dropped`,
    [...bySender]
      .map(([sender, sum]) => [
        day,
        sender,
        sum.sent,
        sum.delivered,
        sum.opened,
        sum.expired,
        sum.dropped,
      ])
      .toSorted(byDayAndSender),
  );
}

/** The counts since a day, of one sender or of each, the oldest first. */
export function listSendDays(
  db: Queries,
  since: string,
  sender: string | undefined,
): Promise<SendDay[]> {
  return sender === undefined
    ? db.all<SendDay>('SELECT * FROM send_days WHERE day >= ? ORDER BY day, sender', since)
    : db.all<SendDay>(
        'SELECT * FROM send_days WHERE day >= ? AND sender = ? ORDER BY day',
        since,
        sender,
      );
}

/** The same with all senders together. */
export function sumSendDays(db: Queries, since: string): Promise<Omit<SendDay, 'sender'>[]> {
  return db.all(
    `SELECT day, CAST(SUM(accepted) AS BIGINT) AS accepted, CAST(SUM(sent) AS BIGINT) AS sent,
        CAST(SUM(delivered) AS BIGINT) AS delivered, CAST(SUM(opened) AS BIGINT) AS opened,
        CAST(SUM(expired) AS BIGINT) AS expired, CAST(SUM(dropped) AS BIGINT) AS dropped
      FROM send_days WHERE day >= ? GROUP BY day ORDER BY day`,
    since,
  );
}

/** A fingerprint that changes whenever messages, or those of one sender, are stored or their progress is written. */
export async function sendProgress(db: Queries, now: number, sender?: string): Promise<string> {
  if (sender !== undefined) return progressOf(db, now, sender);
  const row = await db.get<{ progress: number }>(
    `SELECT CAST(COALESCE(SUM(sent + delivered + opened + expired + dropped), 0) AS BIGINT) AS progress
      FROM send_days WHERE day = ?`,
    dayNamed(Math.floor(now / DAY_MS)),
  );
  return `${await readClock(db)} ${row!.progress}`;
}

async function progressOf(db: Queries, now: number, sender: string): Promise<string> {
  const last = await db.get<{ id: number | null }>(
    'SELECT MAX(id) AS id FROM push_messages WHERE sender = ?',
    sender,
  );
  const row = await db.get<{ progress: number }>(
    `SELECT sent + delivered + opened + expired + dropped AS progress FROM send_days
      WHERE day = ? AND sender = ?`,
    dayNamed(Math.floor(now / DAY_MS)),
    sender,
  );
  return `${last?.id ?? 0} ${row?.progress ?? 0}`;
}

/** Deletes some counts from before a day. Returns their number. */
export function deleteOldSendDays(db: Queries, before: string, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM send_days WHERE (day, sender) IN (
      SELECT day, sender FROM send_days WHERE day < ? LIMIT ?)`,
    before,
    limit,
  );
}

function emptyCounts(): Required<MessageCounts> {
  return { sent: 0, delivered: 0, opened: 0, expired: 0, dropped: 0 };
}

function dayNamed(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

// In a fixed order, so that two nodes never deadlock.
function byDayAndSender(one: readonly unknown[], other: readonly unknown[]): number {
  const [key, otherKey] = [one, other].map((row) => `${String(row[0])} ${String(row[1])}`);
  return key! < otherKey! ? -1 : 1;
}
