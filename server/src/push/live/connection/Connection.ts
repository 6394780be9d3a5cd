import { LIMITS, type LiveServerMessage } from '@host/contracts';

import { DeliveryState } from './DeliveryState.ts';
import type { SentBatch } from '../batches/SentBatch.ts';
import type { CountedRange, DeviceCursor } from '../ledger/cursorRows.ts';
import type { MessageBatch } from '../batches/MessageBatch.ts';
import { SentLog } from '../batches/SentLog.ts';
import { UnacknowledgedQueue } from './UnacknowledgedQueue.ts';

/** What waits in our memory for a socket that is read too slowly, at most. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** Tokens expire after months: it need not be written with every acknowledgement when a device was seen. */
const SEEN_EVERY_MS = 10 * 60_000;

/** So many positions are remembered of what was not sent; more of it counts as delivered when it should not. */
const MAX_SKIPPED = 1000;
const NONE: readonly number[] = [];

/** How bytes get to a device: a WebSocket, or a stream of events. */
export interface Wire {
  /** Whether the device answers on the same connection, so that its silence means something. */
  readonly hearsBack: boolean;
  /** Bytes that the other side has not taken yet. */
  readonly bufferedBytes: number;
  /** What bytes can be sent on past the wire, since nothing waits in it; below zero where that cannot be. */
  readonly descriptor: number;
  /** Writes a batch, or what is left of its frames after so many bytes. */
  write(batch: MessageBatch, from?: number): void;
  /** Something about the connection, in JSON. */
  say(event: LiveServerMessage): void;
  /** Asks for a sign of life; `cursor` is how far a device has come that has nothing to wait for. */
  beat(cursor: number | undefined): void;
  close(code: number, reason: string): void;
}

/**
 * One connected device. While it is live, messages go straight to it. When it is behind, because it just came or takes
 * or acknowledges too slowly, it is sent what is stored until it has caught up: nothing piles up here.
 */
export class Connection {
  readonly deviceId: number;
  readonly wire: Wire;
  /** Where it stands with what it is to be sent. */
  readonly delivery: DeliveryState;
  #personId: string | null;
  #app: string | null;
  #topics: ReadonlySet<string> = new Set();
  /** What is up to here came on an earlier connection too, and was counted as delivered then. */
  readonly deliveredBefore: number;
  /** The same for what was counted as sent, or not to be sent. */
  readonly countedBefore: number;
  /** Positions that were passed and not sent, after the last one that is acknowledged, in their order. */
  #skipped: readonly number[] = NONE;
  #acknowledgesElsewhere = false;
  #lastHeard: number;
  #nextBeat: number;
  #seenAt: number;
  #unacknowledgedSince: number | undefined;
  readonly #waiting = new UnacknowledgedQueue();
  #opened: Set<number> | undefined;

  constructor(
    deviceId: number,
    wire: Wire,
    after: number,
    deviceCursor: DeviceCursor,
    times: { now: number; nextBeat: number },
  ) {
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
    this.#nextBeat = times.nextBeat;
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

  /** Whether it acknowledges elsewhere too. */
  get acknowledgesElsewhere(): boolean {
    return this.#acknowledgesElsewhere;
  }

  /** Since when something waits to be acknowledged. */
  get unacknowledgedSince(): number | undefined {
    return this.#unacknowledgedSince;
  }

  /** What is stored of the device has changed. */
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

  /** It gave a sign of life. */
  heard(now: number): void {
    this.#lastHeard = now;
  }

  /** Whether it owes a sign of life for so long that it is taken for gone. */
  isSilent(now: number, heartbeatMs: number): boolean {
    return this.wire.hearsBack && now - this.#lastHeard > 2.5 * heartbeatMs;
  }

  isBeatDue(now: number): boolean {
    return this.#nextBeat <= now;
  }

  /** It need not be asked for a sign of life before a moment. */
  delayBeat(until: number): void {
    this.#nextBeat = Math.max(this.#nextBeat, until);
  }

  /** Whether it is worth noting that it is still there. */
  isSeenAgain(now: number): boolean {
    if (now - this.#seenAt < SEEN_EVERY_MS) return false;
    this.#seenAt = now;
    return true;
  }

  /** Whether it can take more: it reads, and acknowledges what it got. */
  get hasRoom(): boolean {
    return (
      this.#waiting.count < LIMITS.unacknowledgedMessages &&
      this.wire.bufferedBytes < MAX_BUFFERED_BYTES
    );
  }

  /** Writes messages that nobody else is sent, and remembers them as `sentBatches` until they are acknowledged. */
  send(batch: MessageBatch, now: number, sentBatches: SentBatch[] = [batch.sentBatch]): void {
    const sentLog = new SentLog(sentBatches);
    for (const index of sentBatches.keys()) this.remember(sentLog, index, now);
    this.wire.write(batch);
  }

  /** Takes note of the sent batch of a sent log that is written to it. */
  remember(sentLog: SentLog, index: number, now: number): void {
    this.#waiting.add(sentLog, index);
    this.#unacknowledgedSince ??= now;
  }

  /** What it was sent is counted up to a position. */
  countedUpTo(position: number): CountedRange {
    return { upTo: Math.max(this.countedBefore, position), skipped: this.#skipped };
  }

  /**
   * Takes note of what of a segment was sent, and what was not to be sent. Says whether nothing of the latter was sent on
   * an earlier connection.
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

  /** Takes note that everything up to a position was kept; `took` is called for every sent batch of it. */
  acknowledge(position: number, now: number, took: (sentBatch: SentBatch) => void): void {
    const before = this.#waiting.count;
    this.#waiting.acknowledge(position, took);
    this.forgetSkipped(position);
    const { count } = this.#waiting;
    if (count === 0) this.#unacknowledgedSince = undefined;
    else if (count < before) this.#unacknowledgedSince = now;
  }

  /** Whether this is the first time that it says it opened a message. */
  opens(messageId: number): boolean {
    this.#opened ??= new Set();
    if (this.#opened.has(messageId) || this.#opened.size >= LIMITS.unacknowledgedMessages) {
      return false;
    }
    this.#opened.add(messageId);
    return true;
  }

  /** Nobody asks any more for what was not sent up to a position. */
  forgetSkipped(upTo: number): void {
    const first = this.#skipped[0];
    if (first === undefined || first > upTo) return;
    const left = this.#skipped.filter((position) => position > upTo);
    this.#skipped = left.length > 0 ? left : NONE;
  }
}
