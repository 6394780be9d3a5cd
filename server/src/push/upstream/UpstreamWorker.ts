import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../storage/database/Database.types.ts';
import { matches, topicsOf } from '../conditions/matches.ts';
import { type Condition, parseCondition } from '../conditions/parseCondition.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { findMessage, storedMessage } from '../messages/messageRows.ts';
import {
  type JobRow,
  type Reachable,
  advanceJob,
  claimJob,
  dueJobs,
  finishJob,
  insertRetries,
  lastReachable,
  postponeJob,
  reachableDevice,
  reachableInRange,
  splitJob,
  topicsHad,
} from './jobRows.ts';
import type { Left, UpstreamSender } from './UpstreamSender.ts';

const POLL_MS = 200;
const LEASE_MS = 60_000;
const JOBS_AT_ONCE = 32;
/** Devices that are looked at together: no query, and no repetition after a crash, is longer than this. */
const PAGE = 500;
const PARTITION_IDS = 100_000;
const SENDS_AT_ONCE = 64;

interface UpstreamWorkerOptions {
  db: Database;
  sender: UpstreamSender;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Hands stored messages to the services that reach devices. What is to be done lies in the database as jobs, each for
 * one device or a range of them: any node takes the next, and one that dies leaves its jobs to the others.
 */
export class UpstreamWorker {
  readonly #options: UpstreamWorkerOptions;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: UpstreamWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#plan(0);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #plan(delayMs: number): void {
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#workOff();
    }, delayMs);
    this.#timer.unref();
  }

  async #workOff(): Promise<void> {
    let found = 0;
    try {
      const jobs = await dueJobs(this.#options.db, Date.now(), JOBS_AT_ONCE);
      found = jobs.length;
      await Promise.all(jobs.map((job) => this.#take(job)));
    } catch (error) {
      this.#options.logger?.warn({ err: error }, 'work for push services failed');
    }
    this.#plan(found === JOBS_AT_ONCE ? 0 : POLL_MS);
  }

  async #take(job: JobRow): Promise<void> {
    const { db } = this.#options;
    if (!(await claimJob(db, job, Date.now() + LEASE_MS))) return;
    const row = await findMessage(db, job.message_id);
    if (!row || row.position === null) return finishJob(db, job.id);
    const message = storedMessage(row, []);
    if (job.device_id === null) await this.#toRange(job, message);
    else await this.#toDevice(job, message, job.device_id);
  }

  async #toDevice(job: JobRow, message: StoredMessage, deviceId: number): Promise<void> {
    const { db, sender } = this.#options;
    const device = await reachableDevice(db, deviceId);
    const left: Left = device
      ? await sender.send(message, device, job.attempts, this.#stop.signal)
      : 'nothing';
    if (left === 'nothing') await finishJob(db, job.id);
    else await postponeJob(db, job.id, left.dueAt, left.attempts);
  }

  async #toRange(job: JobRow, message: StoredMessage): Promise<void> {
    const { db } = this.#options;
    const until = job.until_device ?? (await this.#split(job));
    for (let after = job.after_device; after < until && !this.#stop.signal.aborted;) {
      const page = await reachableInRange(db, after, until, PAGE);
      const devices = await this.#meant(message, page);
      const retries = await this.#toAll(message, devices);
      after = page.length === PAGE ? page.at(-1)!.id : until;
      const [isDone, place] = [after >= until, after];
      // Where it has come to and what is to be tried again belong together: after a crash at most a page is repeated.
      await db.transaction(async (tx) => {
        await insertRetries(tx, message.id, retries);
        if (isDone) await finishJob(tx, job.id);
        else await advanceJob(tx, job.id, place, Date.now() + LEASE_MS);
      });
    }
    if (job.after_device >= until) await finishJob(db, job.id);
  }

  /** Makes several jobs of one for very many devices; gives back the end of the one that is left. */
  async #split(job: JobRow): Promise<number> {
    const { db } = this.#options;
    const last = await lastReachable(db);
    const parts = Math.max(1, Math.ceil(last / PARTITION_IDS));
    const bounds = Array.from({ length: parts }, (_, index) =>
      Math.min(last, (index + 1) * PARTITION_IDS),
    );
    await db.transaction((tx) => splitJob(tx, job, bounds, Date.now()));
    return bounds[0]!;
  }

  /** Those of some devices that a message is for. */
  async #meant({ audience, position }: StoredMessage, page: readonly Reachable[]) {
    if (audience.kind === 'devices' || page.length === 0) return [];
    const condition: Condition | undefined =
      audience.kind === 'topic'
        ? { kind: 'topic', topic: audience.topic }
        : parseCondition(audience.condition);
    if (!condition) return [];
    const ids = page.map(({ id }) => id);
    const topics = await topicsHad(this.#options.db, ids, topicsOf(condition), position);
    return page.filter(
      ({ id, quarantined }) =>
        quarantined === null && matches(condition, topics.get(id) ?? new Set()),
    );
  }

  async #toAll(message: StoredMessage, devices: readonly Reachable[]) {
    const retries: { deviceId: number; dueAt: number; attempts: number }[] = [];
    for (let start = 0; start < devices.length; start += SENDS_AT_ONCE) {
      const part = devices.slice(start, start + SENDS_AT_ONCE);
      await Promise.all(
        part.map(async (device) => {
          const left = await this.#options.sender.send(message, device, 0, this.#stop.signal);
          if (left !== 'nothing') retries.push({ deviceId: device.id, ...left });
        }),
      );
    }
    return retries;
  }
}
