import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../storage/database/Database.types.ts';
import { matches, topicsOf } from '../conditions/matches.ts';
import { type Condition, parseCondition } from '../conditions/parseCondition.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { findStored } from '../messages/messageRows.ts';
import { isForApp } from '../messages/packages.ts';
import { retryDelay } from '../transports/retryDelay.ts';
import { type JobResult, JobQueue } from '../jobs/JobQueue.ts';
import type { JobRow, Retry } from '../jobs/jobRows.ts';
import {
  type Reachable,
  lastReachable,
  reachableDevices,
  reachableInRange,
  topicsHad,
  withoutPosition,
} from './reachableRows.ts';
import type { PushServiceSender } from './PushServiceSender.ts';

const POLL_MS = 200;
/** Jobs for single devices: such a job takes a moment, and a range can take minutes. */
const SINGLES_AT_ONCE = 32;
/** Those that are taken and read together; most of them wait for their turn. */
const TAKEN_AT_ONCE = 500;
/** What was read of a device is read again after so long: it may be connected by now. */
const FRESH_MS = 1000;
const RANGES_AT_ONCE = 24;
/** Devices of a range that are read at once. After a crash, at most so many are sent to again. */
const PAGE = 500;
const PARTITION_IDS = 100_000;
const SENDS_AT_ONCE = 64;
/** Attempts to write the result of a job before it is left to be repeated. */
const MAX_WRITES = 12;
/** Up to so many connected devices become jobs at once; of more, nearly all acknowledge in a moment. */
const FEW_CONNECTED = 50;
const MOMENT_MS = 2000;

/** A job with what it is about, as it was read. */
interface ReadJob {
  job: JobRow;
  message: StoredMessage | undefined;
  device: Reachable | undefined;
  readAt: number;
  letGo: () => void;
}

interface PushServiceWorkerOptions {
  db: Database;
  sender: PushServiceSender;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Sends stored messages to push services. The work is in the database as jobs, each for one device or a range of them:
 * any node takes the next, and when a node dies, other nodes take its jobs.
 */
export class PushServiceWorker {
  readonly #options: PushServiceWorkerOptions;
  readonly #queue: JobQueue;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** Jobs for single devices that are taken and not begun. */
  #waiting: ReadJob[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #ranges = 0;
  #singles = 0;
  #isMoreDue = false;
  #areMoreSinglesDue = false;

  constructor(options: PushServiceWorkerOptions) {
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
    const waiting = this.#waiting.splice(0).map(({ job }) => job);
    await Promise.all(this.#underWay);
    // If it fails, they are taken when their leases end.
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
      const room = RANGES_AT_ONCE - this.#ranges;
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

  /** Reads what jobs are about, all of them together. */
  async #read(jobs: readonly JobRow[]): Promise<ReadJob[]> {
    if (jobs.length === 0) return [];
    const { db } = this.#options;
    const readAt = performance.now();
    const messages = await findStored(
      db,
      jobs.map((job) => job.message_id),
    );
    const devices = await reachableDevices(
      db,
      jobs.flatMap(({ device_id }) => device_id ?? []),
    );
    return jobs.map((job) => ({
      job,
      message: messages.get(job.message_id),
      device: devices.get(job.device_id ?? 0),
      readAt,
      letGo: this.#queue.hold(job),
    }));
  }

  #begin(read: ReadJob): void {
    const isRange = read.job.device_id === null;
    if (!isRange && this.#singles >= SINGLES_AT_ONCE) {
      this.#waiting.push(read);
      return;
    }
    const count = (jobs: 1 | -1) => {
      if (isRange) this.#ranges += jobs;
      else this.#singles += jobs;
    };
    count(1);
    const work = this.#do(read)
      .catch((error: unknown) => this.#complain(error))
      .finally(() => {
        read.letGo();
        count(-1);
        this.#underWay.delete(work);
        const next = isRange ? undefined : this.#waiting.shift();
        if (next) this.#begin(next);
        this.#refill();
      });
    this.#underWay.add(work);
  }

  // A job that waits for a slow push service must not hold up others; but taking jobs one by one would cost a write each.
  #refill(): void {
    const isRoom = this.#isMoreDue && RANGES_AT_ONCE - this.#ranges >= RANGES_AT_ONCE / 2;
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
      ? this.#toRange(job, message)
      : this.#toDevice(read, message, job.device_id);
  }

  async #toDevice(
    { job, device: known, readAt }: ReadJob,
    message: StoredMessage,
    deviceId: number,
  ): Promise<void> {
    const { db, sender } = this.#options;
    const isFresh = performance.now() - readAt < FRESH_MS;
    const device = isFresh ? known : (await reachableDevices(db, [deviceId])).get(deviceId);
    const result: JobResult = device
      ? await sender.send(message, device, job.attempts, this.#stop.signal)
      : 'done';
    await this.#write(() => this.#queue.end(job.id, result));
  }

  async #toRange(job: JobRow, message: StoredMessage): Promise<void> {
    const { db, sender } = this.#options;
    const until = job.until_device ?? (await this.#split(job));
    const connected: Retry[] = [];
    for (let after = job.after_device; !this.#stop.signal.aborted;) {
      const page = await reachableInRange(db, after, until, PAGE);
      const devices: Reachable[] = [];
      const passed: Retry[] = [];
      for (const device of await this.#meant(message, page)) {
        const dueAt = sender.waitsUntil(message, device);
        if (dueAt === undefined) devices.push(device);
        else passed.push({ deviceId: device.id, dueAt, attempts: 0 });
      }
      const retries = await this.#toAll(message, devices);
      // While the push service is paused, the range stays one job, not a million for single devices.
      const isHeld = retries.length > 0 && retries.length === devices.length && areHeld(retries);
      if (isHeld) {
        const late = await this.#unacknowledged(message, connected);
        return this.#write(() => this.#queue.putOff(job, retries[0]!.dueAt, late));
      }
      connected.push(...passed);
      const isLast = page.length < PAGE;
      if (isLast || this.#stop.signal.aborted) {
        retries.push(...(await this.#unacknowledged(message, connected)));
      }
      if (isLast) return this.#write(() => this.#queue.finish(job, retries));
      after = page.at(-1)!.id;
      await this.#write(() => this.#queue.advance(job, after, retries));
    }
  }

  /** The connected devices that did not acknowledge a message: a connection can be dead without a sign. */
  async #unacknowledged(message: StoredMessage, connected: readonly Retry[]): Promise<Retry[]> {
    if (connected.length > FEW_CONNECTED) await this.#wait(MOMENT_MS);
    const ids = connected.map(({ deviceId }) => deviceId);
    const late = new Set(await withoutPosition(this.#options.db, ids, message.position));
    return connected.filter(({ deviceId }) => late.has(deviceId));
  }

  /** Waits, unless this node shuts down. */
  async #wait(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  // What was sent cannot be taken back: its result is written again and again rather than sent twice.
  async #write(write: () => Promise<void>): Promise<void> {
    for (let failed = 1; ; failed++) {
      try {
        return await write();
      } catch (error) {
        if (failed >= MAX_WRITES || this.#stop.signal.aborted) throw error;
        await this.#wait(retryDelay(failed, undefined, { firstMs: 100, mostMs: 10_000 }));
      }
    }
  }

  /** Splits a job for very many devices; gives the end of its first part. */
  async #split(job: JobRow): Promise<number> {
    const last = await lastReachable(this.#options.db);
    const parts = Math.max(1, Math.ceil(last / PARTITION_IDS));
    const bounds = Array.from({ length: parts }, (_, index) =>
      Math.min(last, (index + 1) * PARTITION_IDS),
    );
    await this.#queue.split(job, bounds);
    if (parts > 1) this.#isMoreDue = true;
    this.#refill();
    return bounds[0]!;
  }

  /** The devices of a page that a message is for. */
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
    const remaining = devices.values();
    // All workers take from the same list: one that waits for a slow push service holds up no other.
    const sendNext = async () => {
      for (const device of remaining) {
        const result = await this.#options.sender.send(message, device, 0, this.#stop.signal);
        if (result !== 'done') retries.push({ deviceId: device.id, ...result });
      }
    };
    await Promise.all(Array.from({ length: SENDS_AT_ONCE }, sendNext));
    return retries;
  }
}

function areHeld(retries: readonly Retry[]): boolean {
  return retries.every(({ isHeld }) => isHeld);
}
