import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import type { Addressee } from '../devices/deviceRows.ts';

export interface JobRow {
  id: number;
  message_id: number;
  /** NULL for a range of devices. */
  device_id: number | null;
  after_device: number;
  until_device: number | null;
  attempts: number;
  due_at: number;
}

/** Which jobs: all, or those for one device. */
export type JobKind = 'any' | 'single';

/** There are few ranges, and looking past them is cheap; the other way round it would not be. */
const OF_KIND: Record<JobKind, string> = { any: '', single: 'AND device_id IS NOT NULL' };

export function dueJobs(db: Queries, kind: JobKind, now: number, limit: number): Promise<JobRow[]> {
  return db.all<JobRow>(
    `SELECT * FROM push_jobs WHERE due_at <= ? ${OF_KIND[kind]} ORDER BY due_at, id LIMIT ?`,
    now,
    limit,
  );
}

/** Takes jobs that are due for a while: when this node dies, they are due again. Nobody else gets the same. */
export function claimJobs(
  tx: Queries,
  kind: JobKind,
  now: number,
  until: number,
  limit: number,
): Promise<JobRow[]> {
  return tx.all<JobRow>(
    `UPDATE push_jobs SET due_at = ? WHERE due_at <= ? AND id IN
      (SELECT id FROM push_jobs WHERE due_at <= ? ${OF_KIND[kind]} ORDER BY due_at, id LIMIT ?)
      RETURNING *`,
    until,
    now,
    now,
    limit,
  );
}

/** Takes jobs for longer. One that is not taken as it was, since it ended meanwhile or is another's now, stays as it is. */
export function renewJobs(
  tx: Queries,
  jobs: readonly { id: number; takenUntil: number }[],
  until: number,
): Promise<void> {
  return tx.runMany(
    'UPDATE push_jobs SET due_at = ? WHERE id = ? AND due_at = ?',
    jobs.map(({ id, takenUntil }) => [until, id, takenUntil]),
  );
}

export function finishJobs(tx: Queries, ids: readonly number[]): Promise<void> {
  return tx.runMany(
    'DELETE FROM push_jobs WHERE id = ?',
    ids.map((id) => [id]),
  );
}

/** Puts jobs off: each to a time, after so many attempts. */
export function postponeJobs(
  tx: Queries,
  jobs: readonly { id: number; dueAt: number; attempts: number }[],
): Promise<void> {
  return tx.runMany(
    'UPDATE push_jobs SET due_at = ?, attempts = ? WHERE id = ?',
    jobs.map(({ id, dueAt, attempts }) => [dueAt, attempts, id]),
  );
}

/** Notes how far a job for a range has come. */
export async function advanceJob(tx: Queries, id: number, afterDevice: number, dueAt: number) {
  await tx.run(
    'UPDATE push_jobs SET after_device = ?, due_at = ? WHERE id = ?',
    afterDevice,
    dueAt,
    id,
  );
}

/** Splits off parts of a range, so that several can be worked on at once. */
export async function splitJob(
  tx: Queries,
  job: JobRow,
  bounds: readonly number[],
  now: number,
): Promise<void> {
  await tx.run('UPDATE push_jobs SET until_device = ? WHERE id = ?', bounds[0]!, job.id);
  await tx.runMany(
    'INSERT INTO push_jobs (message_id, after_device, until_device, due_at) VALUES (?, ?, ?, ?)',
    bounds.slice(1).map((until, index) => [job.message_id, bounds[index]!, until, now]),
  );
}

/** A device that a range is not done with. */
export interface Retry {
  deviceId: number;
  dueAt: number;
  attempts: number;
  isHeld?: true;
}

/** Adds a retry for single devices. */
export function insertRetries(
  tx: Queries,
  messageId: number,
  retries: readonly Retry[],
): Promise<void> {
  return tx.runMany(
    'INSERT INTO push_jobs (message_id, device_id, due_at, attempts) VALUES (?, ?, ?, ?)',
    retries.map(({ deviceId, dueAt, attempts }) => [messageId, deviceId, dueAt, attempts]),
  );
}

/** Gives the work for one device to another. */
export async function moveJobs(tx: Queries, from: number, to: number): Promise<void> {
  await tx.run('UPDATE push_jobs SET device_id = ? WHERE device_id = ?', to, from);
}

export async function insertDeadLetter(
  tx: Queries,
  letter: { messageId: number; deviceId: number; transport: string; reason: string; at: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO push_dead_letters (message_id, device_id, transport, reason, at)
      VALUES (?, ?, ?, ?, ?)`,
    letter.messageId,
    letter.deviceId,
    letter.transport,
    letter.reason,
    letter.at,
  );
}

export function deleteOldLetters(db: Queries, before: number, limit: number): Promise<number> {
  return db.run(
    'DELETE FROM push_dead_letters WHERE id IN (SELECT id FROM push_dead_letters WHERE at < ? ORDER BY at LIMIT ?)',
    before,
    limit,
  );
}

/** Whether another service reaches any device. */
export async function isAnyReachable(db: Queries): Promise<boolean> {
  return (await db.get('SELECT id FROM devices WHERE upstream IS NOT NULL LIMIT 1')) !== undefined;
}

/** The highest id of a device that another service reaches. */
export async function lastReachable(db: Queries): Promise<number> {
  const row = await db.get<{ last: number | null }>(
    'SELECT MAX(id) AS last FROM devices WHERE upstream IS NOT NULL',
  );
  return row?.last ?? 0;
}

/** A device that another service reaches. */
export type Reachable = Addressee & {
  upstream: string;
  /** Everything up to here is acknowledged. */
  position: number;
  has_come: number;
};

const REACHABLE = `SELECT d.id, d.token, d.app, d.upstream, d.quarantined, d.position, d.has_come FROM devices d
  WHERE d.upstream IS NOT NULL`;

export function reachableDevice(db: Queries, id: number): Promise<Reachable | undefined> {
  return db.get<Reachable>(`${REACHABLE} AND d.quarantined IS NULL AND d.id = ?`, id);
}

/** The next devices in a range of ids. */
export function reachableInRange(
  db: Queries,
  after: number,
  until: number,
  limit: number,
): Promise<Reachable[]> {
  return db.all<Reachable>(
    `${REACHABLE} AND d.id > ? AND d.id <= ? ORDER BY d.id LIMIT ?`,
    after,
    until,
    limit,
  );
}

/** Those of some devices that have not acknowledged what is at a position. */
export async function withoutPosition(
  db: Queries,
  deviceIds: readonly number[],
  position: number,
): Promise<number[]> {
  const found: number[] = [];
  for (const { marks, values } of listsOf(deviceIds)) {
    const rows = await db.all<{ id: number }>(
      `SELECT id FROM devices WHERE id IN ${marks} AND position < ?`,
      ...values,
      position,
    );
    for (const { id } of rows) found.push(id);
  }
  return found;
}

/** Which of some topics devices had when a message was sent. */
export async function topicsHad(
  db: Queries,
  deviceIds: readonly number[],
  topics: readonly string[],
  position: number,
): Promise<Map<number, Set<string>>> {
  const found = new Map<number, Set<string>>();
  const [wanted] = listsOf(topics);
  if (!wanted) return found;
  for (const { marks, values } of listsOf(deviceIds)) {
    const rows = await db.all<{ device_id: number; topic: string }>(
      `SELECT device_id, topic FROM topic_subscriptions
        WHERE topic IN ${wanted.marks} AND device_id IN ${marks} AND since < ?`,
      ...wanted.values,
      ...values,
      position,
    );
    for (const { device_id, topic } of rows) {
      found.set(device_id, (found.get(device_id) ?? new Set()).add(topic));
    }
  }
  return found;
}
