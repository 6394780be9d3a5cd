import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../storage/database/Database.types.ts';
import { matches, topicsOf } from '../conditions/matches.ts';
import { type Condition, parseCondition } from '../conditions/parseCondition.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { findMessage, storedMessage } from '../messages/messageRows.ts';
import { isForApp } from '../messages/packages.ts';
import { JobQueue } from './JobQueue.ts';
import {
  type JobRow,
  type Reachable,
  type Retry,
  lastReachable,
  reachableDevice,
  reachableInRange,
  topicsHad,
} from './jobRows.ts';
import type { Left, UpstreamSender } from './UpstreamSender.ts';

const POLL_MS = 200;
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
  readonly #queue: JobQueue;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isMoreDue = false;

  constructor(options: UpstreamWorkerOptions) {
    this.#options = options;
    this.#queue = new JobQueue(options.db);
  }

  start(): void {
    this.#lookIn(0);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#underWay);
  }

  #lookIn(delayMs: number): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined;
        this.#lookIn(POLL_MS);
        this.#refill();
      });
    }, delayMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const free = JOBS_AT_ONCE - this.#underWay.size;
    this.#isMoreDue = false;
    try {
      const jobs = free > 0 ? await this.#queue.take(free) : [];
      this.#isMoreDue ||= jobs.length === free;
      for (const job of jobs) this.#begin(job);
    } catch (error) {
      this.#complain(error);
    }
  }

  #begin(job: JobRow): void {
    const work = this.#do(job)
      .catch((error: unknown) => this.#complain(error))
      .finally(() => {
        this.#underWay.delete(work);
        this.#refill();
      });
    this.#underWay.add(work);
  }

  // One job that waits for a slow service must not hold up the others; taking them one by one would cost a write each.
  #refill(): void {
    const isRoom = this.#underWay.size <= JOBS_AT_ONCE / 2;
    if (this.#isMoreDue && isRoom && !this.#looking) this.#lookIn(0);
  }

  #complain(error: unknown): void {
    this.#options.logger?.warn({ err: error }, 'work for push services failed');
  }

  async #do(job: JobRow): Promise<void> {
    const row = await findMessage(this.#options.db, job.message_id);
    if (!row || row.position === null) return this.#queue.end(job.id, 'nothing');
    const message = storedMessage(row, []);
    return job.device_id === null
      ? this.#toRange(job, message)
      : this.#toDevice(job, message, job.device_id);
  }

  async #toDevice(job: JobRow, message: StoredMessage, deviceId: number): Promise<void> {
    const { db, sender } = this.#options;
    const device = await reachableDevice(db, deviceId);
    const left: Left = device
      ? await sender.send(message, device, job.attempts, this.#stop.signal)
      : 'nothing';
    await this.#queue.end(job.id, left);
  }

  async #toRange(job: JobRow, message: StoredMessage): Promise<void> {
    const until = job.until_device ?? (await this.#split(job));
    for (let after = job.after_device; !this.#stop.signal.aborted;) {
      const page = await reachableInRange(this.#options.db, after, until, PAGE);
      const devices = await this.#meant(message, page);
      const retries = await this.#toAll(message, devices);
      // While the service rests the range waits as it is, not as a million jobs for single devices.
      const isHeld = retries.length > 0 && retries.length === devices.length && areHeld(retries);
      if (isHeld) return this.#queue.end(job.id, retries[0]!);
      if (page.length < PAGE) return this.#queue.finish(job, retries);
      after = page.at(-1)!.id;
      await this.#queue.advance(job, after, retries);
    }
  }

  /** Makes several jobs of one for very many devices; gives back the end of the one that is left. */
  async #split(job: JobRow): Promise<number> {
    const last = await lastReachable(this.#options.db);
    const parts = Math.max(1, Math.ceil(last / PARTITION_IDS));
    const bounds = Array.from({ length: parts }, (_, index) =>
      Math.min(last, (index + 1) * PARTITION_IDS),
    );
    await this.#queue.split(job, bounds);
    this.#isMoreDue ||= parts > 1;
    this.#refill();
    return bounds[0]!;
  }

  /** Those of some devices that a message is for. */
  async #meant(message: StoredMessage, page: readonly Reachable[]) {
    const { audience, position } = message;
    if (audience.kind === 'devices' || page.length === 0) return [];
    const condition: Condition | undefined =
      audience.kind === 'topic'
        ? { kind: 'topic', topic: audience.topic }
        : parseCondition(audience.condition);
    if (!condition) return [];
    const ids = page.map(({ id }) => id);
    const topics = await topicsHad(this.#options.db, ids, topicsOf(condition), position);
    return page.filter(
      ({ id, app, quarantined }) =>
        quarantined === null &&
        isForApp(message, app) &&
        matches(condition, topics.get(id) ?? new Set()),
    );
  }

  async #toAll(message: StoredMessage, devices: readonly Reachable[]): Promise<Retry[]> {
    const retries: Retry[] = [];
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

function areHeld(retries: readonly Retry[]): boolean {
  return retries.every(({ isHeld }) => isHeld);
}
