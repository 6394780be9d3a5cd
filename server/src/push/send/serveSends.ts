import type { MessagePort } from 'node:worker_threads';

import { en } from 'zod/locales';
import * as z from 'zod/mini';

import type { ThreadDatabase } from '../../storage/database/Database.types.ts';
import { KeyedMutex } from '../../storage/database/KeyedMutex.ts';
import type { CommittedBatch } from '../messages/Message.types.ts';
import { MessageLog } from '../messages/MessageLog.ts';
import { packBatch } from '../messages/packedBatch.ts';
import { SendService } from './SendService.ts';
import { RecentMost } from './RecentMost.ts';
import type { TakenSend } from './Sends.types.ts';
import type { SendBatch, Surroundings, TakenBatch } from './SendsBeside.types.ts';
import { takeSend } from './takeSend.ts';

const MANY = 16;

/** The other side of SendsBeside: takes what it hands over, and tells what became of it. */
export function serveSends(port: MessagePort, db: ThreadDatabase): void {
  // Each thread has its own.
  z.config(en());
  let surroundings: Surroundings = { usesPushServices: false, reachesApple: false };
  const unanswered = new RecentMost();
  const outbox = new Outbox(port);
  const log = new MessageLog({
    db,
    // Only other processes are told of commits, and the embedded engine has none.
    node: 'beside',
    usesPushServices: () => surroundings.usesPushServices,
    onCommit: (batch) => outbox.addCommitted(batch),
    // While a third is written, another is answered and one read: both threads have something to do. Few are not kept
    // waiting for each other.
    enough: () => (unanswered.value < MANY ? 1 : unanswered.value / 3),
  });
  // All sends of the process are taken on this thread: those with one Idempotency-Key need not look further for each other.
  const repeated = new KeyedMutex();
  const service = new SendService({
    db,
    log,
    oneAtATime: (name, work) => repeated.run(name, work),
    reachesApple: () => surroundings.reachesApple,
  });

  port.on('message', (batch: SendBatch) => {
    const { requests, bodies } = batch;
    ({ surroundings } = batch);
    unanswered.see(batch.unanswered);
    let start = 0;
    for (const { number, sender, contentType, idempotencyKey, length } of requests) {
      const bytes = bodies.subarray(start, (start += length));
      const taking = takeSend(service, { sender, contentType, idempotencyKey, bytes });
      void taking.then((taken) => outbox.addTaken(number, taken));
    }
  });
}

/** What is to be told: posted together, once everything is known that a commit has settled. */
class Outbox {
  readonly #port: MessagePort;
  #batch: TakenBatch | undefined;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  addCommitted(batch: CommittedBatch): void {
    this.#open().committed.push(packBatch(batch));
  }

  addTaken(number: number, { answer, unexpected }: TakenSend): void {
    const batch = this.#open();
    batch.numbers.push(number);
    batch.statuses.push(answer.status);
    batch.types.push(answer.type);
    batch.bodies.push(answer.body);
    if (unexpected) batch.unexpected.push({ number, error: unexpected });
  }

  #open(): TakenBatch {
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
