import type { Database } from '../../storage/database/Database.types.ts';
import type { Leases } from '../../storage/database/leases/Leases.types.ts';
import { openLeases } from '../../storage/database/leases/openLeases.ts';
import { writeSets } from '../../storage/database/writeSets.ts';
import {
  JOB_LEASES,
  type Delay,
  type JobKind,
  type JobRow,
  type Retry,
  advanceJob,
  finishJob,
  finishJobs,
  insertRetries,
  postponeJobs,
  putOffJob,
  splitJob,
} from './jobRows.ts';

const LEASE_MS = 60_000;

/** The result of a job: done, or a retry; `isHeld` if nothing was tried because its push service is paused. */
export type JobResult = 'done' | (Delay & { isHeld?: true });

interface EndedJob {
  id: number;
  result: JobResult;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * The durable queue of work for push services. A job is leased for a minute, and longer while it is held: when a node
 * dies, other nodes take its jobs.
 */
export class JobQueue {
  readonly #db: Database;
  readonly #leases: Leases<JobRow, JobKind>;
  /** Jobs that this process is working on, and when their leases end. */
  readonly #held = new Map<number, number>();
  #renewal: NodeJS.Timeout | undefined;
  #ended: EndedJob[] = [];
  #isWriting = false;

  constructor(db: Database) {
    this.#db = db;
    this.#leases = openLeases(db, JOB_LEASES);
  }

  /** Takes jobs that are due. */
  async take(limit: number, kind: JobKind = 'any'): Promise<JobRow[]> {
    const now = Date.now();
    const heldBefore = new Set(this.#held.keys());
    const jobs = await this.#leases.take(kind, now, now + LEASE_MS, limit);
    // If the whole process was suspended, its own leases have expired while it is still working on those jobs.
    for (const { id, due_at } of jobs) if (this.#held.has(id)) this.#held.set(id, due_at);
    return jobs.filter(({ id }) => !heldBefore.has(id));
  }

  /** Keeps the lease of a job until it ends or is released, however long its push services take to answer. */
  hold(job: JobRow): () => void {
    this.#held.set(job.id, job.due_at);
    this.#renewal ??= setInterval(() => void this.#renewHeld(), LEASE_MS / 3).unref();
    return () => this.#stopHolding(job.id);
  }

  /** Ends or postpones a job. Jobs that end during a write share the next one. */
  end(id: number, result: JobResult): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ended.push({ id, result, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  // The next three are idempotent, since they are repeated if an answer of the database was lost: when the change is in the
  // database already, no retries are added, or a device would be sent to twice.

  /**
   * Records the progress of a job for a range of devices, together with the devices to retry: after a crash, only what came
   * after the last call is repeated.
   */
  async advance(job: JobRow, afterDevice: number, retries: readonly Retry[]): Promise<void> {
    const until = Date.now() + LEASE_MS;
    const dueAt = this.#leases.dueAtUntil(job, until);
    await this.#db.transaction(async (tx) => {
      const isNew = await advanceJob(tx, job.id, afterDevice, dueAt);
      if (isNew) await insertRetries(tx, job.message_id, retries);
    });
    this.#leases.changed(job.id, until);
    if (this.#held.has(job.id)) this.#held.set(job.id, until);
  }

  /** The same at the end of the range. */
  async finish(job: JobRow, retries: readonly Retry[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const isNew = await finishJob(tx, job.id);
      if (isNew) await insertRetries(tx, job.message_id, retries);
    });
    this.#release(job.id);
  }

  /** The same if the rest of the range has to wait. */
  async putOff(job: JobRow, dueAt: number, retries: readonly Retry[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const isNew = await putOffJob(tx, job, dueAt);
      if (isNew) await insertRetries(tx, job.message_id, retries);
    });
    this.#release(job.id);
  }

  /** Releases the leases of jobs that were not begun: any node may take them now. */
  async giveBack(jobs: readonly JobRow[]): Promise<void> {
    const leases = jobs.map(({ id, due_at }) => [id, this.#held.get(id) ?? due_at] as const);
    await this.#leases.change(leases, Date.now());
    for (const { id } of jobs) this.#release(id);
  }

  /** Splits a job for a range at the bounds; the first part keeps its id. */
  split(job: JobRow, bounds: readonly number[]): Promise<void> {
    return this.#db.transaction((tx) => splitJob(tx, job, bounds, Date.now()));
  }

  async #renewHeld(): Promise<void> {
    const until = Date.now() + LEASE_MS;
    const leases = [...this.#held];
    try {
      await this.#leases.change(leases, until);
      for (const [id, takenUntil] of leases) {
        if (this.#held.get(id) === takenUntil) this.#held.set(id, until);
      }
    } catch {
      // The next renewal comes before the lease expires.
    }
  }

  #release(id: number): void {
    this.#stopHolding(id);
    this.#leases.release(id);
  }

  #stopHolding(id: number): void {
    this.#held.delete(id);
    if (this.#held.size > 0) return;
    clearInterval(this.#renewal);
    this.#renewal = undefined;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#ended.length > 0) {
      const part = this.#ended;
      this.#ended = [];
      await this.#writeAll(part).catch((error: unknown) => {
        // They are repeated when their leases expire, not at once: sending twice is better than sending in a loop.
        for (const { reject } of part) reject(error);
      });
    }
    this.#isWriting = false;
  }

  async #writeAll(part: readonly EndedJob[]): Promise<void> {
    const done = part.filter(({ result }) => result === 'done').map(({ id }) => id);
    const postponed = part.flatMap(({ id, result }) =>
      result === 'done' ? [] : [{ id, ...result }],
    );
    await writeSets(this.#db, async (db) => {
      await finishJobs(db, done);
      await postponeJobs(db, postponed);
    });
    for (const { id, resolve } of part) {
      this.#release(id);
      resolve();
    }
  }
}
