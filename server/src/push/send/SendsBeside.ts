import type { MessagePort } from 'node:worker_threads';

import { ApiError } from '../../errors/ApiError.ts';
import type { CommittedBatch } from '../messages/Message.types.ts';
import { unpackBatch } from '../messages/packedBatch.ts';
import { failureAnswer } from '../protocol/failureAnswer.ts';
import type { Sends, SentRequest, TakenSend } from './Sends.types.ts';
import type { SendBatch, Surroundings, TakenBatch } from './SendsBeside.types.ts';
import { Slots } from './Slots.ts';

const MAX_WAITING = 10_000;
/** More of them are handed over in parts: the other thread begins while this one goes on. */
const MAX_AT_ONCE = 16;

interface Waiting {
  resolve: (taken: TakenSend) => void;
  type: string | undefined;
}

/**
 * Takes sends on the thread that writes: reading a message, looking its devices up and storing it happens there, while
 * this thread speaks HTTP. What arrives together is handed over together.
 */
export class SendsBeside implements Sends {
  readonly #port: MessagePort;
  readonly #surroundings: () => Surroundings;
  readonly #onCommit: (batch: CommittedBatch) => void;
  readonly #waiting = new Slots<Waiting>();
  #arrived: { number: number; request: SentRequest }[] = [];
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

  get underWay(): number {
    return this.#waiting.size;
  }

  take(request: SentRequest): Promise<TakenSend> {
    const { contentType: type } = request;
    if (this.#isClosed || this.#waiting.size >= MAX_WAITING)
      return Promise.resolve(unavailable(type));
    return new Promise((resolve) => {
      const number = this.#waiting.add({ resolve, type });
      const count = this.#arrived.push({ number, request });
      if (count === MAX_AT_ONCE) this.#handOver();
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
    const bytesIn = arrived.reduce((total, { request }) => total + request.bytes.length, 0);
    const bodies = new Uint8Array(bytesIn);
    let end = 0;
    const requests = arrived.map(({ number, request }) => {
      const { sender, contentType, idempotencyKey, bytes } = request;
      const { length } = bytes;
      bodies.set(bytes, end);
      end += length;
      return { number, sender, contentType, idempotencyKey, length };
    });
    const unanswered = this.#waiting.size;
    const surroundings = this.#surroundings();
    const batch: SendBatch = { surroundings, unanswered, requests, bodies };
    this.#port.postMessage(batch, [bodies.buffer]);
  }

  #settle({ numbers, statuses, types, bodies, unexpected, committed }: TakenBatch): void {
    for (const batch of committed) this.#onCommit(unpackBatch(batch));
    const errors = new Map(unexpected.map(({ number, error }) => [number, error]));
    for (const [index, number] of numbers.entries()) {
      const answer = { status: statuses[index]!, type: types[index]!, body: bodies[index]! };
      this.#waiting.remove(number)?.resolve({ answer, unexpected: errors.get(number) });
    }
  }

  /** The thread has ended: nobody is to wait for it. */
  #end(): void {
    this.#isClosed = true;
    for (const { resolve, type } of this.#waiting.clear()) resolve(unavailable(type));
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
