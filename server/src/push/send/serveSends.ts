import type { MessagePort } from 'node:worker_threads';

import { en } from 'zod/locales';
import * as z from 'zod/mini';

import type { ThreadDatabase } from '../../storage/database/Database.types.ts';
import { KeyedMutex } from '../../storage/database/KeyedMutex.ts';
import type { CommittedBatch } from '../messages/Message.types.ts';
import { MessageLog } from '../messages/MessageLog.ts';
import { packBatch } from '../messages/packedBatch.ts';
import { SendService } from './SendService.ts';
import { DecayingMax } from './DecayingMax.ts';
import type { SendResult } from './SendHandler.types.ts';
import type { SendContext, SendRequestBatch, SendResultBatch } from './ThreadSendHandler.types.ts';
import { handleSend } from './handleSend.ts';

/** Below this many unanswered requests, each is committed at once. */
const MIN_TO_GATHER = 16;

/** The other side of ThreadSendHandler: handles its requests and posts their results. */
export function serveSends(port: MessagePort, db: ThreadDatabase): void {
  // Every thread has its own configuration of zod.
  z.config(en());
  let context: SendContext = { usesPushServices: false, reachesApple: false };
  const unanswered = new DecayingMax();
  const outbox = new Outbox(port);
  const log = new MessageLog({
    db,
    usesPushServices: () => context.usesPushServices,
    onCommit: (batch) => outbox.addCommitted(batch),
    // While a third of the requests is being written, another third is answered and the last one parsed, so that both threads
    // are busy. A few requests do not wait for each other.
    commitSize: () => (unanswered.value < MIN_TO_GATHER ? 1 : unanswered.value / 3),
  });
  // All sends are handled on this thread, so a mutex in memory is enough for those with the same Idempotency-Key.
  const repeated = new KeyedMutex();
  const service = new SendService({
    db,
    log,
    oneAtATime: (name, work) => repeated.run(name, work),
    reachesApple: () => context.reachesApple,
  });

  port.on('message', (batch: SendRequestBatch) => {
    const { requests, bodies } = batch;
    const traces = new Map(batch.traces);
    const askedOf = new Map(batch.asked);
    ({ context } = batch);
    unanswered.observe(batch.unanswered);
    let start = 0;
    for (const { number, sender, contentType, idempotencyKey, length } of requests) {
      const bytes = bodies.subarray(start, (start += length));
      const trace = traces.get(number);
      const asked = askedOf.get(number);
      const request = { sender, contentType, idempotencyKey, bytes, trace, asked };
      const handling = handleSend(service, request);
      void handling.then((result) => outbox.addResult(number, result));
    }
  });
}

/** Collects results and commits of one turn of the event loop, and posts them together. */
class Outbox {
  readonly #port: MessagePort;
  #batch: SendResultBatch | undefined;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  addCommitted(batch: CommittedBatch): void {
    this.#open().committed.push(packBatch(batch));
  }

  addResult(number: number, { answer, unexpected }: SendResult): void {
    const batch = this.#open();
    batch.numbers.push(number);
    batch.statuses.push(answer.status);
    batch.types.push(answer.type);
    batch.bodies.push(answer.body);
    if (unexpected) batch.unexpected.push({ number, error: unexpected });
  }

  #open(): SendResultBatch {
    if (!this.#batch) {
      this.#batch = {
        numbers: [],
        statuses: [],
        types: [],
        bodies: [],
        unexpected: [],
        committed: [],
      };
      process.nextTick(() => this.#post());
    }
    return this.#batch;
  }

  #post(): void {
    this.#port.postMessage(this.#batch);
    this.#batch = undefined;
  }
}
