import type { Queries, SetQueries } from '../../storage/database/Database.types.ts';
import { leaseStatements } from '../../storage/database/leases/leaseStatements.ts';
import { rowDeletion, rowUpdate } from '../../storage/database/rowUpdate.ts';

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

/** There are few ranges, so it is cheap to skip them; skipping single jobs would not be. */
export const JOB_LEASES = leaseStatements<JobKind>('push_jobs', {
  any: '',
  single: 'device_id IS NOT NULL',
});

/** When a job is retried, and how often it was tried. */
export interface Delay {
  dueAt: number;
  attempts: number;
}

const FINISH = rowDeletion('push_jobs');

/** Deletes jobs that are done. */
export function finishJobs(db: SetQueries, ids: readonly number[]): Promise<void> {
  return db.updateMany(
    FINISH,
    ids.map((id) => [id]),
  );
}

/** Deletes a job that is done. Returns false if it was deleted already. */
export async function finishJob(tx: Queries, id: number): Promise<boolean> {
  return (await tx.run('DELETE FROM push_jobs WHERE id = ?', id)) > 0;
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
  db: SetQueries,
  jobs: readonly ({ id: number } & Delay)[],
): Promise<void> {
  return db.updateMany(
    POSTPONE,
    jobs.map(({ id, dueAt, attempts }) => [dueAt, attempts, id]),
  );
}

/** Records the progress of a job for a range of devices. Returns false if that was recorded already. */
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

/** Postpones a job for a range of devices, and counts how often that was done. Returns false if that was done already. */
export async function putOffJob(tx: Queries, job: JobRow, dueAt: number): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE push_jobs SET due_at = ?, attempts = attempts + 1 WHERE id = ? AND attempts = ?',
    dueAt,
    job.id,
    job.attempts,
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

/** A device of a range to retry. */
export interface Retry extends Delay {
  deviceId: number;
  isHeld?: true;
}

/** Adds jobs for single devices to retry. */
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
