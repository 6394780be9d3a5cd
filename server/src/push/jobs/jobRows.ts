import type { Queries, Transaction } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { rowUpdate } from '../../storage/database/rowUpdate.ts';

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

/** Ranges are few: skipping them is cheap. Skipping single jobs would not be. */
const OF_KIND: Record<JobKind, string> = { any: '', single: 'AND device_id IS NOT NULL' };

export function dueJobs(db: Queries, kind: JobKind, now: number, limit: number): Promise<JobRow[]> {
  return db.all<JobRow>(
    `SELECT * FROM push_jobs WHERE due_at <= ? ${OF_KIND[kind]} ORDER BY due_at, id LIMIT ?`,
    now,
    limit,
  );
}

/** When a job is tried again, and how often it was tried. */
export interface Delay {
  dueAt: number;
  attempts: number;
}

/** Leases jobs that are due: no other node gets them, and when this node dies, they become due again. */
export async function claimJobs(
  tx: Transaction,
  kind: JobKind,
  now: number,
  until: number,
  limit: number,
): Promise<JobRow[]> {
  const due = await tx.claim<JobRow>(
    `SELECT * FROM push_jobs WHERE due_at <= ? ${OF_KIND[kind]} ORDER BY due_at, id LIMIT ?`,
    now,
    limit,
  );
  for (const { marks, values } of listsOf(due.map(({ id }) => id))) {
    await tx.run(`UPDATE push_jobs SET due_at = ? WHERE id IN ${marks}`, until, ...values);
  }
  return due.map((job) => ({ ...job, due_at: until }));
}

/** Renews the lease of a job, unless it has ended meanwhile or another node has taken it. */
export async function renewJob(
  db: Queries,
  id: number,
  takenUntil: number,
  until: number,
): Promise<void> {
  await db.run(
    'UPDATE push_jobs SET due_at = ? WHERE id = ? AND due_at = ?',
    until,
    id,
    takenUntil,
  );
}

/** Deletes jobs that are done. Says how many were there. */
export async function finishJobs(tx: Queries, ids: readonly number[]): Promise<number> {
  let finished = 0;
  for (const { marks, values } of listsOf(ids)) {
    finished += await tx.run(`DELETE FROM push_jobs WHERE id IN ${marks}`, ...values);
  }
  return finished;
}

const POSTPONE = rowUpdate({
  table: 'push_jobs',
  set: 'due_at = ?, attempts = ?',
  where: 'id = ?',
  types: ['BIGINT', 'BIGINT', 'BIGINT'],
  order: 'id',
});

/** Postpones jobs, each with its time and number of attempts. */
export function postponeJobs(
  tx: Transaction,
  jobs: readonly { id: number; dueAt: number; attempts: number }[],
): Promise<void> {
  return tx.updateMany(
    POSTPONE,
    jobs.map(({ id, dueAt, attempts }) => [dueAt, attempts, id]),
  );
}

/** Records how far a job for a range of devices is. Says whether that is news. */
export async function advanceJob(
  tx: Queries,
  id: number,
  afterDevice: number,
  dueAt: number,
): Promise<boolean> {
  const moved = await tx.run(
    'UPDATE push_jobs SET after_device = ?, due_at = ? WHERE id = ? AND after_device < ?',
    afterDevice,
    dueAt,
    id,
    afterDevice,
  );
  return moved > 0;
}

/** Puts off a job for a range of devices. Says whether that is news. */
export async function putOffJob(tx: Queries, id: number, { dueAt, attempts }: Delay) {
  const changed = await tx.run(
    'UPDATE push_jobs SET due_at = ?, attempts = ? WHERE id = ? AND due_at <> ?',
    dueAt,
    attempts,
    id,
    dueAt,
  );
  return changed > 0;
}

/** Splits a range into jobs that can be worked on at the same time. */
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

/** A device of a range that is to be tried again. */
export interface Retry extends Delay {
  deviceId: number;
  isHeld?: true;
}

/** Adds jobs for single devices to try again. */
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

/** Moves the jobs of one device to another. */
export async function moveJobs(tx: Queries, from: number, to: number): Promise<void> {
  await tx.run('UPDATE push_jobs SET device_id = ? WHERE device_id = ?', to, from);
}
