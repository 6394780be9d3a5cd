import { setMaxListeners } from 'node:events';

import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../storage/database/Database.types.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { findStored } from '../messages/messageRows.ts';
import { type JobResult, JobQueue } from '../jobs/JobQueue.ts';
import type { JobRow } from '../jobs/jobRows.ts';
import { RangeSender } from './RangeSender.ts';
import { type Reachable, reachableDevices } from './reachableRows.ts';
import type { PushServiceSender } from './PushServiceSender.ts';
import { writeResult } from './writeResult.ts';

const POLL_MS = 200;
/** Concurrent jobs for single devices: they take a moment, whereas a range can take minutes. */
const SINGLES_AT_ONCE = 32;
/** Jobs for single devices that are leased and read together; most of them then wait for their turn. */
const TAKEN_AT_ONCE = 500;
/** How long the state of a device counts as fresh; then it is read again, as it may be connected by now. */
const FRESH_MS = 1000;
const RANGES_AT_ONCE = 24;

/** A job with its message and device, as they were read. */
interface ReadJob {
  job: JobRow;
  message: StoredMessage | undefined;
  device: Reachable | undefined;
  readAt: number;
  stopHolding: () => void;
}

interface PushServiceWorkerOptions {
  db: Database;
  sender: PushServiceSender;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Sends stored messages to push services. The work is in the database as jobs, each for one device or a range of them:
 * any node takes the next one, and when a node dies, other nodes take its jobs.
 */
export class PushServiceWorker {
  readonly #options: PushServiceWorkerOptions;
  readonly #queue: JobQueue;
  readonly #ranges: RangeSender;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** Leased jobs for single devices that have not begun. */
  #waiting: ReadJob[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #rangesUnderWay = 0;
  #singlesUnderWay = 0;
  #isMoreDue = false;
  #areMoreSinglesDue = false;

  constructor(options: PushServiceWorkerOptions) {
    this.#options = options;
    this.#queue = new JobQueue(options.db);
    this.#ranges = new RangeSender({
      ...options,
      queue: this.#queue,
      signal: this.#stop.signal,
      onSplit: (parts) => {
        if (parts > 1) this.#isMoreDue = true;
        this.#refill();
      },
    });
    // Every send in progress adds a listener.
    setMaxListeners(0, this.#stop.signal);
  }

  start(): void {
    this.#lookIn(0);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    const waiting = this.#waiting.splice(0).map(({ job }) => job);
    await Promise.all(this.#underWay);
    // If it fails, other nodes take them when their leases expire.
    await this.#queue.giveBack(waiting).catch((error: unknown) => this.#complain(error));
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
    this.#isMoreDue = false;
    this.#areMoreSinglesDue = false;
    try {
      if (this.#waiting.length >= TAKEN_AT_ONCE / 2) return;
      const room = RANGES_AT_ONCE - this.#rangesUnderWay;
      const jobs = room > 0 ? await this.#queue.take(room) : [];
      this.#isMoreDue = jobs.length === room;
      const free = this.#isMoreDue ? TAKEN_AT_ONCE - this.#waiting.length : 0;
      const singles = free > 0 ? await this.#queue.take(free, 'single') : [];
      this.#areMoreSinglesDue = free > 0 && singles.length === free;
      for (const read of await this.#read([...jobs, ...singles])) this.#begin(read);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Reads the messages and devices of jobs, all of them together. */
  async #read(jobs: readonly JobRow[]): Promise<ReadJob[]> {
    if (jobs.length === 0) return [];
    const readAt = performance.now();
    const messages = await findStored(
      this.#options.db,
      jobs.map((job) => job.message_id),
    );
    const devices = await this.#readDevices(jobs.flatMap(({ device_id }) => device_id ?? []));
    return jobs.map((job) => ({
      job,
      message: messages.get(job.message_id),
      device: devices.get(job.device_id ?? 0),
      readAt,
      stopHolding: this.#queue.hold(job),
    }));
  }

  async #readDevices(ids: readonly number[]): Promise<Map<number, Reachable>> {
    const { db, sender } = this.#options;
    const devices = await reachableDevices(db, ids);
    await sender.lookForNodes(devices.values());
    return devices;
  }

  #begin(read: ReadJob): void {
    const isRange = read.job.device_id === null;
    if (!isRange && this.#singlesUnderWay >= SINGLES_AT_ONCE) {
      this.#waiting.push(read);
      return;
    }
    const count = (jobs: 1 | -1) => {
      if (isRange) this.#rangesUnderWay += jobs;
      else this.#singlesUnderWay += jobs;
    };
    count(1);
    const work = this.#do(read)
      .catch((error: unknown) => this.#complain(error))
      .finally(() => {
        read.stopHolding();
        count(-1);
        this.#underWay.delete(work);
        const next = isRange ? undefined : this.#waiting.shift();
        if (next) this.#begin(next);
        this.#refill();
      });
    this.#underWay.add(work);
  }

  // A job that waits for a slow push service must not block others; but taking jobs one by one would cost a write each.
  #refill(): void {
    const isRoom = this.#isMoreDue && RANGES_AT_ONCE - this.#rangesUnderWay >= RANGES_AT_ONCE / 2;
    const isRoomForSingles = this.#areMoreSinglesDue && this.#waiting.length < SINGLES_AT_ONCE;
    if ((isRoom || isRoomForSingles) && !this.#looking) this.#lookIn(0);
  }

  #complain(error: unknown): void {
    this.#options.logger?.warn({ err: error }, 'work for push services failed');
  }

  async #do(read: ReadJob): Promise<void> {
    const { job, message } = read;
    if (!message) return this.#queue.end(job.id, 'done');
    return job.device_id === null
      ? this.#ranges.send(job, message)
      : this.#toDevice(read, message, job.device_id);
  }

  async #toDevice(
    { job, device: known, readAt }: ReadJob,
    message: StoredMessage,
    deviceId: number,
  ): Promise<void> {
    const { sender } = this.#options;
    const isFresh = performance.now() - readAt < FRESH_MS;
    const device = isFresh ? known : (await this.#readDevices([deviceId])).get(deviceId);
    const result: JobResult = device
      ? await sender.send(message, device, job.attempts, this.#stop.signal)
      : 'done';
    await writeResult(() => this.#queue.end(job.id, result), this.#stop.signal);
  }
}
