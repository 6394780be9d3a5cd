import type { Database } from '../../storage/database/Database.types.ts';
import {
  type JobRow,
  type Retry,
  advanceJob,
  claimJobs,
  dueJobs,
  finishJobs,
  insertRetries,
  postponeJobs,
  splitJob,
} from './jobRows.ts';
import type { Left } from './UpstreamSender.ts';

const LEASE_MS = 60_000;

interface Ended {
  id: number;
  left: Left;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * What is still to be handed to other services. Whoever takes a job has it for a minute, and longer while it goes on: one
 * who dies leaves it to the others.
 */
export class JobQueue {
  readonly #db: Database;
  /** Jobs that were taken from an embedded database, and until when that counts. */
  readonly #taken = new Map<number, number>();
  #ended: Ended[] = [];
  #isWriting = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Takes jobs that are due. */
  async take(limit: number): Promise<JobRow[]> {
    const now = Date.now();
    if (this.#db.engine === 'sqlite') return this.#takeAlone(now, limit);
    return this.#db.transaction((tx) => claimJobs(tx, now, now + LEASE_MS, limit));
  }

  /** Ends a job, or puts it off. What ends while another end is on its way to the disk shares the next write. */
  end(id: number, left: Left): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ended.push({ id, left, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  /**
   * Notes how far a job for a range has come. Where it is and what is to be tried again belong together: after a crash at
   * most what came after the last call is repeated.
   */
  advance(job: JobRow, afterDevice: number, retries: readonly Retry[]): Promise<void> {
    return this.#db.transaction(async (tx) => {
      await insertRetries(tx, job.message_id, retries);
      await advanceJob(tx, job.id, afterDevice, this.#renew(job));
    });
  }

  /** The same at the end of the range. */
  async finish(job: JobRow, retries: readonly Retry[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await insertRetries(tx, job.message_id, retries);
      await finishJobs(tx, [job.id]);
    });
    this.#taken.delete(job.id);
  }

  /** Makes several jobs of one, each up to one of the bounds; the first keeps its name. */
  split(job: JobRow, bounds: readonly number[]): Promise<void> {
    return this.#db.transaction((tx) => splitJob(tx, job, bounds, Date.now()));
  }

  // An embedded database has one process. Nobody else has to know what it works on, which saves a write for each job, and
  // when it is started again nobody waits for the time of its predecessor to run out.
  async #takeAlone(now: number, limit: number): Promise<JobRow[]> {
    const due = await dueJobs(this.#db, now, limit + this.#taken.size);
    const free = due.filter(({ id }) => (this.#taken.get(id) ?? 0) <= now).slice(0, limit);
    for (const { id } of free) this.#taken.set(id, now + LEASE_MS);
    return free;
  }

  #renew(job: JobRow): number {
    const until = Date.now() + LEASE_MS;
    if (this.#db.engine !== 'sqlite') return until;
    this.#taken.set(job.id, until);
    return job.due_at;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#ended.length > 0) {
      const part = this.#ended;
      this.#ended = [];
      await this.#writeAll(part).catch((error: unknown) => {
        // They are repeated when their time is over: not knowing what was sent is better than sending it in circles.
        for (const { reject } of part) reject(error);
      });
    }
    this.#isWriting = false;
  }

  async #writeAll(part: readonly Ended[]): Promise<void> {
    const done = part.filter(({ left }) => left === 'nothing').map(({ id }) => id);
    const postponed = part.flatMap(({ id, left }) => (left === 'nothing' ? [] : [{ id, ...left }]));
    await this.#db.transaction(async (tx) => {
      if (done.length > 0) await finishJobs(tx, done);
      if (postponed.length > 0) await postponeJobs(tx, postponed);
    });
    for (const { id, resolve } of part) {
      this.#taken.delete(id);
      resolve();
    }
  }
}
