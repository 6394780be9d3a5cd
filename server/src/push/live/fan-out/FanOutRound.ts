import type { StoredMessage } from '../../messages/Message.types.ts';
import { isOfPackage } from '../../messages/packages.ts';
import { MessageBatch } from '../batches/MessageBatch.ts';
import type { SentLog } from '../batches/SentLog.ts';

/** Messages that arrived together, and their index in the log of the audience. */
interface Segment {
  batch: MessageBatch;
  sentLog: SentLog;
  index: number;
}

/** What is written to a connection that has everything up to a position: often several segments in one write. */
export interface BatchWrite {
  batch: MessageBatch;
  segments: readonly Segment[];
  /** The position of its last message. */
  end: number;
  isForDevices: boolean;
  /** The number of devices that it was written to since they were last counted. */
  devices: number;
}

/**
 * The messages that are being sent to one audience. More can join meanwhile: connections that were visited already get
 * them in the next pass, together with everything else that joined. So a fast sender causes few writes with many messages
 * each.
 */
export class FanOutRound {
  readonly #currentLog: () => SentLog;
  #segments: Segment[] = [];
  readonly #batchWrites = new Map<number, BatchWrite | undefined>();
  #before = 0;
  #package: string | undefined;
  /** A one-entry cache: nearly every connection has the same position as the one before it. */
  #lastPosition = -1;
  #lastBatchWrite: BatchWrite | undefined;

  /** @param currentLog returns the log of the audience */
  constructor(currentLog: () => SentLog) {
    this.#currentLog = currentLog;
  }

  /** Its first message: the audience has everything before it. */
  get first(): StoredMessage {
    return this.#segments[0]!.batch.first;
  }

  /** Whether it is for the devices of an app. */
  isFor(app: string | null): boolean {
    return isOfPackage(app, this.#package);
  }

  /** The position of its last message for now. */
  get end(): number {
    return this.#segments.at(-1)!.batch.last.position;
  }

  /** How many messages it has. */
  get size(): number {
    return this.#segments.reduce((sum, { batch }) => sum + batch.messages.length, 0);
  }

  /** Adds the messages that follow. */
  add(messages: readonly StoredMessage[]): void {
    const batch = new MessageBatch(messages);
    this.#package = batch.first.audience.kind === 'devices' ? undefined : batch.first.packageName;
    const sentLog = this.#currentLog();
    const index = sentLog.sentBatches.push(batch.sentBatch) - 1;
    this.#segments.push({ batch, sentLog, index });
    this.#startOver();
  }

  /** Drops the messages up to a position, which the whole audience has. */
  forget(upTo: number): void {
    if (this.first.position > upTo) return;
    this.#segments = this.#segments.filter(({ batch }) => batch.first.position > upTo);
    this.#startOver();
  }

  /** What a connection is missing after a position; undefined if nothing. */
  after(sentUpTo: number): BatchWrite | undefined {
    // All positions before the round are equivalent: one entry for all of them.
    const position = Math.max(sentUpTo, this.#before);
    if (position !== this.#lastPosition) {
      if (!this.#batchWrites.has(position))
        this.#batchWrites.set(position, this.#batchWriteAfter(position));
      this.#lastBatchWrite = this.#batchWrites.get(position);
      this.#lastPosition = position;
    }
    return this.#lastBatchWrite;
  }

  #startOver(): void {
    this.#before = this.first.position - 1;
    this.#batchWrites.clear();
    this.#lastPosition = -1;
  }

  #batchWriteAfter(position: number): BatchWrite | undefined {
    const segments = this.#segments.filter(({ batch }) => batch.first.position > position);
    if (segments.length === 0) return undefined;
    const batch = MessageBatch.joined(segments.map((segment) => segment.batch));
    const isForDevices = batch.first.audience.kind === 'devices';
    return { batch, segments, end: batch.last.position, isForDevices, devices: 0 };
  }
}
