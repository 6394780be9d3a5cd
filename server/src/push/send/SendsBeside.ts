import type { MessagePort } from 'node:worker_threads';

import { ApiError } from '../../ApiError.ts';
import type { CommittedBatch } from '../messages/Message.types.ts';
import { unpackBatch } from '../messages/packedBatch.ts';
import { failureAnswer } from '../protocol/failureAnswer.ts';
import type { Sends, SentRequest, TakenSend } from './Sends.types.ts';
import type { SendBatch, Surroundings, TakenBatch } from './SendsBeside.types.ts';

const MOST_WAITING = 10_000;
/** More of them are handed over in parts: the other thread begins while this one goes on. */
const MOST_AT_ONCE = 16;

/**
 * Takes sends on the thread that writes: reading a message, looking its devices up and storing it happens there, while
 * this thread speaks HTTP. What arrives together is handed over together.
 */
export class SendsBeside implements Sends {
  readonly #port: MessagePort;
  readonly #surroundings: () => Surroundings;
  readonly #onCommit: (batch: CommittedBatch) => void;
  readonly #waiting = new Map<
    number,
    { resolve: (taken: TakenSend) => void; type: string | undefined }
  >();
  #arrived: SentRequest[] = [];
  #next = 0;
  #isClosed = false;

  constructor(options: {
    port: MessagePort;
    surroundings: () => Surroundings;
    /** Is handed every batch that was committed, in the order of the commits. */
    onCommit: (batch: CommittedBatch) => void;
  }) {
    this.#port = options.port;
    this.#surroundings = options.surroundings;
    this.#onCommit = options.onCommit;
    this.#port.on('message', (taken: TakenBatch) => this.#settle(taken));
    this.#port.on('close', () => this.#end());
  }

  take(request: SentRequest): Promise<TakenSend> {
    const { contentType: type } = request;
    if (this.#isClosed || this.#waiting.size >= MOST_WAITING)
      return Promise.resolve(unavailable(type));
    return new Promise((resolve) => {
      this.#waiting.set(this.#next++, { resolve, type });
      const count = this.#arrived.push(request);
      if (count === MOST_AT_ONCE) this.#handOver();
      else if (count === 1) setImmediate(() => this.#handOver());
    });
  }

  close(): void {
    this.#port.close();
  }

  #handOver(): void {
    const arrived = this.#arrived;
    if (arrived.length === 0) return;
    this.#arrived = [];
    const bodies = new Uint8Array(arrived.reduce((total, { bytes }) => total + bytes.length, 0));
    let end = 0;
    const requests = arrived.map(({ sender, contentType, idempotencyKey, bytes }) => {
      const { length } = bytes;
      bodies.set(bytes, end);
      end += length;
      return { sender, contentType, idempotencyKey, length };
    });
    const first = this.#next - arrived.length;
    const unanswered = this.#waiting.size;
    const batch: SendBatch = { ...this.#surroundings(), unanswered, first, requests, bodies };
    this.#port.postMessage(batch, [bodies.buffer]);
  }

  #settle({ numbers, answers, unexpected, committed }: TakenBatch): void {
    for (const batch of committed) this.#onCommit(unpackBatch(batch));
    const errors = new Map(unexpected.map(({ number, error }) => [number, error]));
    for (const [index, number] of numbers.entries()) {
      this.#waiting
        .get(number)
        ?.resolve({ answer: answers[index]!, unexpected: errors.get(number) });
      this.#waiting.delete(number);
    }
  }

  /** The thread has ended: nobody is to wait for it. */
  #end(): void {
    this.#isClosed = true;
    for (const { resolve, type } of this.#waiting.values()) resolve(unavailable(type));
    this.#waiting.clear();
  }
}

function unavailable(contentType: string | undefined): TakenSend {
  const detail = 'Too many messages are waiting for the disk.';
  return {
    answer: failureAnswer(
      new ApiError('unavailable', detail, { retryAfterSeconds: 1 }),
      contentType,
    ).answer,
  };
}
