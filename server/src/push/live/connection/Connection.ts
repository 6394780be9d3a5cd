import { LIMITS, type LiveServerMessage } from '@host/contracts';

import { DeliveryState } from './DeliveryState.ts';
import type { SentBatch } from '../batches/SentBatch.ts';
import type { CountedRange, DeviceCursor } from '../ledger/cursorRows.ts';
import type { MessageBatch } from '../batches/MessageBatch.ts';
import { SentLog } from '../batches/SentLog.ts';
import { UnacknowledgedQueue } from './UnacknowledgedQueue.ts';

/** The most bytes that are buffered for a device that reads too slowly. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/**
 * Devices expire after months, so the time when one was last seen need not be written with every acknowledgement. For ten
 * thousand idle devices, this interval makes 14 rows a second.
 */
export const SEEN_EVERY_MS = 12 * 60_000;

/** How long reports of messages that a device did not show are remembered, so that each counts once. */
const HELD_FOR_MS = 60_000;

/** Remembered positions of skipped messages; beyond it, skipped messages are counted as delivered. */
const MAX_SKIPPED = 1000;
const NONE: readonly number[] = [];

/** The transport to a device: a WebSocket, or an event stream. */
export interface Wire {
  /** Whether the device answers on the same connection, so that it can be expected to answer a ping. */
  readonly hearsBack: boolean;
  /** Bytes that are buffered because the device has not read them yet. */
  readonly bufferedBytes: number;
  /** The file descriptor that bytes can be written to directly; negative when there is none or something is buffered. */
  readonly descriptor: number;
  /** Writes a batch, or the rest of its frames from a byte on. */
  write(batch: MessageBatch, from?: number): void;
  /** Writes an event about the connection, as JSON. */
  sendEvent(event: LiveServerMessage): void;
  /** Sends a heartbeat; `cursor` is set for a device that was sent everything. */
  heartbeat(cursor: number | undefined): void;
  close(code: number, reason: string): void;
}

/**
 * One connected device. While it is live, messages are written to it as they arrive. When it is behind, because it just
 * connected or reads or acknowledges too slowly, it is sent stored messages until it has caught up, so that nothing queues
 * up in memory (backpressure).
 */
export class Connection {
  readonly deviceId: number;
  /** The fencing token: numbers the connections of the device, if several nodes share the database. */
  readonly session: number | undefined;
  readonly wire: Wire;
  /** The state of its delivery. */
  readonly delivery: DeliveryState;
  #personId: string | null;
  #app: string | null;
  #topics: ReadonlySet<string> = new Set();
  /** Messages up to this position were counted as delivered on an earlier connection. */
  readonly deliveredBefore: number;
  /** Messages up to this position were counted as sent or skipped on an earlier connection. */
  readonly countedBefore: number;
  /** Positions of skipped messages after the last acknowledged one, in order. */
  #skipped: readonly number[] = NONE;
  #acknowledgesElsewhere = false;
  #lastHeard: number;
  #nextHeartbeat: number;
  #seenAt: number;
  #unacknowledgedSince: number | undefined;
  readonly #unacknowledged = new UnacknowledgedQueue();
  #opened: Set<number> | undefined;
  /** The messages that it reported as not shown in the current interval. */
  #held: { ids: Set<number>; until: number } | undefined;
  #passed = 0;
  /** The latest event that is still to be sent, once its buffer has room; it replaces any earlier one. */
  #untold: LiveServerMessage | undefined;

  constructor(
    deviceId: number,
    wire: Wire,
    after: number,
    deviceCursor: DeviceCursor,
    times: { now: number; nextHeartbeat: number },
    session?: number,
  ) {
    this.session = session;
    this.deviceId = deviceId;
    this.#personId = deviceCursor.personId;
    this.#app = deviceCursor.app;
    this.wire = wire;
    this.delivery = new DeliveryState(after);
    this.deliveredBefore = Math.max(deviceCursor.position, after);
    this.countedBefore = Math.max(deviceCursor.position, deviceCursor.counted.upTo);
    this.#skipped = deviceCursor.counted.skipped;
    this.forgetSkipped(after);
    this.#lastHeard = times.now;
    this.#nextHeartbeat = times.nextHeartbeat;
    this.#seenAt = times.now;
  }

  get isOpen(): boolean {
    return this.delivery.name !== 'closed';
  }

  get isLive(): boolean {
    return this.delivery.name === 'live';
  }

  get personId(): string | null {
    return this.#personId;
  }

  get app(): string | null {
    return this.#app;
  }

  get topics(): ReadonlySet<string> {
    return this.#topics;
  }

  /** Whether it also acknowledges by requests. */
  get acknowledgesElsewhere(): boolean {
    return this.#acknowledgesElsewhere;
  }

  /** Since when messages have been unacknowledged without any progress; undefined if there are none. */
  get unacknowledgedSince(): number | undefined {
    return this.#unacknowledgedSince;
  }

  /** Updates the person after a change in storage. */
  setPerson(personId: string | null): void {
    this.#personId = personId;
  }

  setApp(app: string | null): void {
    this.#app = app;
  }

  setTopics(topics: ReadonlySet<string>): void {
    this.#topics = topics;
  }

  setAcknowledgesElsewhere(): void {
    this.#acknowledgesElsewhere = true;
  }

  /** Notes that something arrived from the device. */
  markActive(now: number): void {
    this.#lastHeard = now;
  }

  /** Whether nothing arrived for so long that the device is taken for gone. */
  isSilent(now: number, heartbeatMs: number): boolean {
    return this.wire.hearsBack && now - this.#lastHeard > 2.5 * heartbeatMs;
  }

  isHeartbeatDue(now: number): boolean {
    return this.#nextHeartbeat <= now;
  }

  /** Postpones the next heartbeat. */
  postponeHeartbeat(until: number): void {
    this.#nextHeartbeat = Math.max(this.#nextHeartbeat, until);
  }

  /** Whether its last-seen time is due to be written again. */
  isLastSeenDue(now: number): boolean {
    if (now - this.#seenAt < SEEN_EVERY_MS) return false;
    this.#seenAt = now;
    return true;
  }

  /** Records that it reached a position without having been sent anything, which need not be written at once. */
  passIdly(position: number): void {
    this.#passed = Math.max(this.#passed, position);
  }

  /** Takes the position that is still to be written; undefined if there is none. */
  takePassed(): number | undefined {
    const passed = this.#passed;
    this.#passed = 0;
    return passed > 0 ? passed : undefined;
  }

  /** Whether it can be sent more: buffered bytes and unacknowledged messages are below their limits. */
  get hasRoom(): boolean {
    return (
      this.#unacknowledged.count < LIMITS.unacknowledgedMessages &&
      this.wire.bufferedBytes < MAX_BUFFERED_BYTES
    );
  }

  /**
   * Sends an event about the current state. If the device reads too slowly, only the latest event is kept and sent later:
   * otherwise a client that causes many events and reads none would fill the memory.
   */
  tell(event: LiveServerMessage): void {
    if (this.wire.bufferedBytes < MAX_BUFFERED_BYTES) this.wire.sendEvent(event);
    else this.#untold = event;
  }

  /** Sends the event that had to wait, if there is one and the buffer has room. */
  tellLate(): void {
    const event = this.#untold;
    this.#untold = undefined;
    if (event && this.isOpen) this.tell(event);
  }

  /** Writes messages that only this device is sent, and keeps them as `sentBatches` until they are acknowledged. */
  send(batch: MessageBatch, now: number, sentBatches: SentBatch[] = [batch.sentBatch]): void {
    const sentLog = new SentLog(sentBatches);
    for (const index of sentBatches.keys()) this.addSent(sentLog, index, now);
    this.wire.write(batch);
  }

  /** Records that it was sent the batch at an index of a log. */
  addSent(sentLog: SentLog, index: number, now: number): void {
    this.#unacknowledged.add(sentLog, index);
    this.#unacknowledgedSince ??= now;
  }

  /** The range of positions in which sent and skipped messages are counted, up to a position. */
  countedUpTo(position: number): CountedRange {
    return { upTo: Math.max(this.countedBefore, position), skipped: this.#skipped };
  }

  /**
   * Records which messages of a part of the backlog were sent or skipped. Returns whether none of the skipped ones was sent
   * on an earlier connection.
   */
  pass(sent: readonly { position: number }[], skipped: readonly { position: number }[]): boolean {
    const isAgain = ({ position }: { position: number }) => position <= this.countedBefore;
    const wereSkipped = new Set(this.#skipped);
    const isSent = skipped.some((each) => isAgain(each) && !wereSkipped.has(each.position));
    for (const { position } of sent.filter(isAgain)) wereSkipped.delete(position);
    for (const { position } of skipped)
      if (position > this.countedBefore) wereSkipped.add(position);
    this.#skipped = wereSkipped.size > 0 ? [...wereSkipped].slice(0, MAX_SKIPPED) : NONE;
    return !isSent;
  }

  /** Records that everything up to a position is acknowledged; `took` is called for every sent batch of it. */
  acknowledge(position: number, now: number, took: (sentBatch: SentBatch) => void): void {
    const before = this.#unacknowledged.count;
    this.#unacknowledged.acknowledge(position, took);
    this.forgetSkipped(position);
    const { count } = this.#unacknowledged;
    if (count === 0) this.#unacknowledgedSince = undefined;
    else if (count < before) this.#unacknowledgedSince = now;
  }

  /** Whether this is the first report of this connection that a message was opened. */
  opens(messageId: number): boolean {
    this.#opened ??= new Set();
    if (this.#opened.has(messageId) || this.#opened.size >= LIMITS.unacknowledgedMessages) {
      return false;
    }
    this.#opened.add(messageId);
    return true;
  }

  /**
   * Whether a report that a message was not shown counts: at most once a minute for each message, and for no more messages
   * than may be unacknowledged. Every counted report costs a query and a write, and nothing else limits how many a device
   * sends.
   */
  holds(messageId: number, now: number): boolean {
    if (!this.#held || now >= this.#held.until) {
      this.#held = { ids: new Set(), until: now + HELD_FOR_MS };
    }
    const { ids } = this.#held;
    if (ids.has(messageId) || ids.size >= LIMITS.unacknowledgedMessages) return false;
    ids.add(messageId);
    return true;
  }

  /** Forgets the skipped messages up to a position. */
  forgetSkipped(upTo: number): void {
    const first = this.#skipped[0];
    if (first === undefined || first > upTo) return;
    const left = this.#skipped.filter((position) => position > upTo);
    this.#skipped = left.length > 0 ? left : NONE;
  }
}
