import { type Condition, parseCondition, topicsOfCondition } from '@host/contracts';

import type { Database } from '../../storage/database/Database.types.ts';
import { matches, matchesOutsiders } from '../conditions/matches.ts';
import type { JobQueue } from '../jobs/JobQueue.ts';
import type { JobRow, Retry } from '../jobs/jobRows.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { isForApp } from '../messages/packages.ts';
import type { PushServiceSender } from './PushServiceSender.ts';
import {
  type Reachable,
  lastReachable,
  reachableInRange,
  topicsHad,
  withoutPosition,
} from './reachableRows.ts';
import { waitUnlessAborted, writeResult } from './writeResult.ts';

/** Devices of a range that are read at once. After a crash, at most this many get a message twice. */
const PAGE = 500;
const PARTITION_IDS = 100_000;
const SENDS_AT_ONCE = 64;
/** Up to this many connected devices become jobs at once; of more, nearly all will have acknowledged in a moment. */
const FEW_CONNECTED = 50;
const MOMENT_MS = 2000;

interface RangeSenderOptions {
  db: Database;
  sender: PushServiceSender;
  queue: JobQueue;
  /** Aborted when this node shuts down. */
  signal: AbortSignal;
  /** Called with the number of parts that a job was split into, which are due at once. */
  onSplit: (parts: number) => void;
}

/** Sends a message to those devices in a range that it is for and that a push service reaches. */
export class RangeSender {
  readonly #options: RangeSenderOptions;

  constructor(options: RangeSenderOptions) {
    this.#options = options;
  }

  /** Sends a message to the devices of a job's range, a page at a time; retries become separate jobs. */
  async send(job: JobRow, message: StoredMessage): Promise<void> {
    const { db, sender, queue, signal } = this.#options;
    const until = job.until_device ?? (await this.#split(job));
    const condition = conditionOf(message);
    if (!condition) return writeResult(() => queue.finish(job, []), signal);
    const topics = matchesOutsiders(condition) ? undefined : topicsOfCondition(condition);
    const connected: Retry[] = [];
    for (let after = job.after_device; !signal.aborted;) {
      const page = await reachableInRange(db, { after, until }, topics, PAGE);
      await sender.lookForNodes(page);
      const devices: Reachable[] = [];
      const passed: Retry[] = [];
      for (const device of await this.#meant(message, condition, page)) {
        const dueAt = sender.waitsUntil(message, device);
        if (dueAt === undefined) devices.push(device);
        else passed.push({ deviceId: device.id, dueAt, attempts: 0 });
      }
      const retries = await this.#toAll(message, devices);
      // While the push service is paused, the range stays one job instead of a million for single devices.
      const isHeld = retries.length > 0 && retries.length === devices.length && areHeld(retries);
      if (isHeld) {
        const late = await this.#unacknowledged(message, connected);
        return writeResult(() => queue.putOff(job, retries[0]!.dueAt, late), signal);
      }
      connected.push(...passed);
      const isLast = page.length < PAGE;
      if (isLast || signal.aborted) {
        retries.push(...(await this.#unacknowledged(message, connected)));
      }
      if (isLast) return writeResult(() => queue.finish(job, retries), signal);
      after = page.at(-1)!.id;
      await writeResult(() => queue.advance(job, after, retries), signal);
    }
  }

  /** The connected devices that did not acknowledge a message: a connection can be dead without any sign. */
  async #unacknowledged(message: StoredMessage, connected: readonly Retry[]): Promise<Retry[]> {
    const { db, signal } = this.#options;
    if (connected.length > FEW_CONNECTED) await waitUnlessAborted(MOMENT_MS, signal);
    const ids = connected.map(({ deviceId }) => deviceId);
    const late = new Set(await withoutPosition(db, ids, message.position));
    return connected.filter(({ deviceId }) => late.has(deviceId));
  }

  /** Splits a job for very many devices; returns the end of its first part. */
  async #split(job: JobRow): Promise<number> {
    const { db, queue, onSplit } = this.#options;
    const last = await lastReachable(db);
    const parts = Math.max(1, Math.ceil(last / PARTITION_IDS));
    const bounds = Array.from({ length: parts }, (_, index) =>
      Math.min(last, (index + 1) * PARTITION_IDS),
    );
    await queue.split(job, bounds);
    onSplit(parts);
    return bounds[0]!;
  }

  /** The devices of a page that a message is for. */
  async #meant(message: StoredMessage, condition: Condition, page: readonly Reachable[]) {
    if (page.length === 0) return [];
    const { position } = message;
    const ids = page.map(({ id }) => id);
    const topics = await topicsHad(this.#options.db, ids, topicsOfCondition(condition), position);
    return page.filter(
      ({ id, app, quarantined }) =>
        quarantined === null &&
        isForApp(message, app) &&
        matches(condition, topics.get(id) ?? new Set()),
    );
  }

  async #toAll(message: StoredMessage, devices: readonly Reachable[]): Promise<Retry[]> {
    const { sender, signal } = this.#options;
    const retries: Retry[] = [];
    const remaining = devices.values();
    // All workers take from the same iterator, so that one that waits for a slow push service blocks no other.
    const sendNext = async () => {
      for (const device of remaining) {
        const result = await sender.send(message, device, 0, signal);
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

/** The condition for the recipients of a message; undefined if it is not for a topic or condition. */
function conditionOf({ audience }: StoredMessage): Condition | undefined {
  if (audience.kind === 'topic') return { kind: 'topic', topic: audience.topic };
  return audience.kind === 'condition' ? parseCondition(audience.condition) : undefined;
}
