import type { StoredMessage } from '../../messages/Message.types.ts';
import { isOfPackage } from '../../messages/packages.ts';
import { MessageBatch } from '../batches/MessageBatch.ts';
import type { SentLog } from '../batches/SentLog.ts';

/** Messages that came together, and their place on the sent log of the audience. */
interface Segment {
  batch: MessageBatch;
  sentLog: SentLog;
  index: number;
}

/** What a device gets that has everything up to a position: often several segments, in one write. */
export interface BatchWrite {
  batch: MessageBatch;
  segments: readonly Segment[];
  /** The position of its last message. */
  end: number;
  isForDevices: boolean;
  /** To how many devices it was written since that was noted. */
  devices: number;
}

/**
 * What goes round one audience. It can grow meanwhile: those who were passed get what came later in the next round, together
 * with everything else that came until then. Whoever sends fast has few writes with many messages so.
 */
export class FanOutRound {
  readonly #currentLog: () => SentLog;
  #segments: Segment[] = [];
  readonly #batchWrites = new Map<number, BatchWrite | undefined>();
  #before = 0;
  #package: string | undefined;
  /** Nearly everybody is as far as the one before. */
  #lastPosition = -1;
  #lastBatchWrite: BatchWrite | undefined;

  /** @param currentLog gives the sent log of the audience that has room for more */
  constructor(currentLog: () => SentLog) {
    this.#currentLog = currentLog;
  }

  /** Its first message: whoever is in the audience has everything before. */
  get first(): StoredMessage {
    return this.#segments[0]!.batch.first;
  }

  /** Whether it is for devices of an app. */
  isFor(app: string | null): boolean {
    return isOfPackage(app, this.#package);
  }

  /** Where it ends for now. */
  get end(): number {
    return this.#segments.at(-1)!.batch.last.position;
  }

  /** How many messages it has. */
  get size(): number {
    return this.#segments.reduce((sum, { batch }) => sum + batch.messages.length, 0);
  }

  /** Takes messages that follow on those before. */
  add(messages: readonly StoredMessage[]): void {
    const batch = new MessageBatch(messages);
    this.#package = batch.first.audience.kind === 'devices' ? undefined : batch.first.packageName;
    const sentLog = this.#currentLog();
    const index = sentLog.sentBatches.push(batch.sentBatch) - 1;
    this.#segments.push({ batch, sentLog, index });
    this.#startOver();
  }

  /** Forgets what everybody has. */
  forget(upTo: number): void {
    if (this.first.position > upTo) return;
    this.#segments = this.#segments.filter(({ batch }) => batch.first.position > upTo);
    this.#startOver();
  }

  /** What somebody lacks who has everything up to a position; undefined when that is nothing. */
  after(reached: number): BatchWrite | undefined {
    // However long ago they got something: it is the same for all of them.
    const position = Math.max(reached, this.#before);
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
