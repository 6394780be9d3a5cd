import type { MessagePort } from 'node:worker_threads';

import { ApiError } from '../../errors/ApiError.ts';
import type { Asked, CommittedBatch } from '../messages/Message.types.ts';
import { unpackBatch } from '../messages/packedBatch.ts';
import { failureAnswer } from '../protocol/failureAnswer.ts';
import type { SendHandler, SendRequest, SendResult } from './SendHandler.types.ts';
import type { SendContext, SendRequestBatch, SendResultBatch } from './ThreadSendHandler.types.ts';
import { Slots } from './Slots.ts';

const MAX_PENDING = 10_000;
/** Larger batches are split, so that the other thread can begin while this one continues. */
const MAX_BATCH = 16;

interface PendingSend {
  resolve: (result: SendResult) => void;
  contentType: string | undefined;
}

/**
 * Handles sends on the thread that writes to the database: parsing a message, looking up its devices and storing it happens
 * there, while this thread speaks HTTP. Requests that arrive together are posted as one batch.
 */
export class ThreadSendHandler implements SendHandler {
  readonly #port: MessagePort;
  readonly #context: () => SendContext;
  readonly #onCommit: (batch: CommittedBatch) => void;
  readonly #pending = new Slots<PendingSend>();
  #arrived: { number: number; request: SendRequest }[] = [];
  #isClosed = false;

  constructor(options: {
    port: MessagePort;
    context: () => SendContext;
    /** Gets every batch of messages that was committed, in the order of the commits. */
    onCommit: (batch: CommittedBatch) => void;
  }) {
    this.#port = options.port;
    this.#context = options.context;
    this.#onCommit = options.onCommit;
    this.#port.on('message', (results: SendResultBatch) => this.#settle(results));
    this.#port.on('close', () => this.#end());
  }

  get pending(): number {
    return this.#pending.size;
  }

  handle(request: SendRequest): Promise<SendResult> {
    const { contentType } = request;
    if (this.#isClosed || this.#pending.size >= MAX_PENDING)
      return Promise.resolve(unavailable(contentType));
    return new Promise((resolve) => {
      const number = this.#pending.add({ resolve, contentType });
      const count = this.#arrived.push({ number, request });
      if (count === MAX_BATCH) this.#post();
      else if (count === 1) setImmediate(() => this.#post());
    });
  }

  close(): void {
    this.#port.close();
  }

  #post(): void {
    const arrived = this.#arrived;
    if (arrived.length === 0) return;
    this.#arrived = [];
    const bytesIn = arrived.reduce((total, { request }) => total + request.bytes.length, 0);
    const bodies = new Uint8Array(bytesIn);
    let end = 0;
    const traces: [number, string][] = [];
    const askedOf: [number, Asked][] = [];
    const requests = arrived.map(({ number, request }) => {
      const { sender, contentType, idempotencyKey, bytes, trace, asked } = request;
      if (trace !== undefined) traces.push([number, trace]);
      if (asked !== undefined) askedOf.push([number, asked]);
      const { length } = bytes;
      bodies.set(bytes, end);
      end += length;
      return { number, sender, contentType, idempotencyKey, length };
    });
    const unanswered = this.#pending.size;
    const context = this.#context();
    const batch: SendRequestBatch = {
      context,
      unanswered,
      requests,
      traces,
      asked: askedOf,
      bodies,
    };
    this.#port.postMessage(batch, [bodies.buffer]);
  }

  #settle({ numbers, statuses, types, bodies, unexpected, committed }: SendResultBatch): void {
    for (const batch of committed) this.#onCommit(unpackBatch(batch));
    const errors = new Map(unexpected.map(({ number, error }) => [number, error]));
    for (const [index, number] of numbers.entries()) {
      const answer = { status: statuses[index]!, type: types[index]!, body: bodies[index]! };
      this.#pending.remove(number)?.resolve({ answer, unexpected: errors.get(number) });
    }
  }

  /** Answers all pending requests, since the thread has ended. */
  #end(): void {
    this.#isClosed = true;
    for (const { resolve, contentType } of this.#pending.clear()) resolve(unavailable(contentType));
  }
}

function unavailable(contentType: string | undefined): SendResult {
  const detail = 'Too many messages are waiting for the disk.';
  return {
    answer: failureAnswer(
      new ApiError('unavailable', detail, { retryAfterSeconds: 1 }),
      contentType,
    ).answer,
  };
}
