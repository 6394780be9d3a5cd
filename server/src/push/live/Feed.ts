import type { FastifyBaseLogger } from 'fastify';

import type { Change, Database } from '../../storage/database/Database.types.ts';
import { readClock } from '../messages/clockRows.ts';
import type { CommittedBatch, StoredMessage } from '../messages/Message.types.ts';
import { readMessages } from '../messages/messageRows.ts';
import type { Following } from './fan-out/FanOut.ts';

/** Tells other nodes of commits: `<node>:<last position>`. */
export const PUSH_CHANGE = 'push-messages';

const MAX_AT_ONCE = 1000;
const RETRY_MS = 1000;
/** What others tell may be lost: how often it is looked up what they committed. */
const LOOK_EVERY_MS = 1000;

interface FeedOptions {
  db: Database;
  node: string;
  /** Fans messages out, and may take `following` ones into the same round. Other work runs wherever it pauses. */
  deliver: (messages: readonly StoredMessage[], following: Following) => Iterable<void>;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Every message exactly once, in the order of positions, whichever node committed it: what this node committed comes from
 * memory, what others committed from the database.
 */
export class Feed {
  readonly #db: Database;
  readonly #node: string;
  readonly #deliver: FeedOptions['deliver'];
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #batches: CommittedBatch[] = [];
  #head: number;
  #heard: number;
  #rereading: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isClosed = false;
  readonly #stopListening: () => void;
  readonly #looking: NodeJS.Timeout | undefined;

  /** @param head the position from which on messages are delivered */
  constructor(options: FeedOptions, head: number) {
    this.#db = options.db;
    this.#node = options.node;
    this.#deliver = options.deliver;
    this.#logger = options.logger;
    this.#head = head;
    this.#heard = head;
    this.#stopListening = options.db.onChange((change) => this.#hear(change));
    if (options.db.isShared) {
      this.#looking = setInterval(() => this.#readClock(), LOOK_EVERY_MS).unref();
    }
  }

  /** The position up to which messages were fanned out, or are being fanned out now. */
  get head(): number {
    return this.#head;
  }

  /** Adds a batch that this node committed. */
  push(batch: CommittedBatch): void {
    this.#batches.push(batch);
    this.#batches.sort((one, other) => one.from - other.from);
    this.#heard = Math.max(this.#heard, batch.to);
    this.#start();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#rereading);
    clearInterval(this.#looking);
    this.#stopListening();
  }

  #hear(change: Change | undefined): void {
    if (change === undefined) {
      this.#readClock();
    } else if (change.topic === PUSH_CHANGE) {
      const [node, last] = change.key.split(':');
      if (node !== this.#node) this.#hearOf(Number(last));
    }
  }

  /**
   * Retries until the clock can be read: notifications of other nodes' commits may have been missed, and do not come
   * again.
   */
  #readClock(): void {
    clearTimeout(this.#rereading);
    if (this.#isClosed) return;
    readClock(this.#db).then(
      (last) => this.#hearOf(last),
      (error: unknown) => {
        this.#logger?.warn({ err: error }, 'the push clock cannot be read');
        this.#rereading = setTimeout(() => this.#readClock(), RETRY_MS).unref();
      },
    );
  }

  #hearOf(last: number): void {
    this.#heard = Math.max(this.#heard, last);
    this.#start();
  }

  #start(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    // In the next turn of the event loop: senders get their answers first, and commits that are close become one round.
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    try {
      while (this.#head < this.#heard && !this.#isClosed) {
        if (await this.#fromMemory()) continue;
        const upTo = Math.min(this.#heard, (this.#batches[0]?.from ?? Infinity) - 1);
        await this.#fromDatabase(upTo);
      }
    } catch (error) {
      this.#logger?.warn({ err: error }, 'messages of another node cannot be read');
      setTimeout(() => this.#start(), RETRY_MS).unref();
    } finally {
      this.#isRunning = false;
    }
    if (this.#head < this.#heard && this.#batches[0]?.from === this.#head + 1) this.#start();
  }

  /** Fans out committed batches that follow on the head. Says whether there were any. */
  async #fromMemory(): Promise<boolean> {
    const before = this.#head;
    const messages: StoredMessage[] = [];
    for (
      let next = this.#batches[0];
      next && next.from <= this.#head + 1;
      next = this.#batches[0]
    ) {
      this.#batches.shift();
      // Already read from the database.
      if (next.from <= this.#head) continue;
      this.#head = next.to;
      messages.push(...next.messages);
    }
    await this.#handOut(messages);
    return this.#head > before;
  }

  async #fromDatabase(upTo: number): Promise<void> {
    const messages = await readMessages(this.#db, this.#head, upTo, MAX_AT_ONCE);
    const isCut = messages.length === MAX_AT_ONCE;
    this.#head = isCut ? messages.at(-1)!.position : upTo;
    await this.#handOut(messages);
  }

  /** Takes the next committed batches, as long as every message of a batch is wanted. */
  #following(isWanted: (message: StoredMessage) => boolean): StoredMessage[] {
    const messages: StoredMessage[] = [];
    for (
      let next = this.#batches[0];
      next?.from === this.#head + 1 && next.messages.every(isWanted);
      next = this.#batches[0]
    ) {
      this.#batches.shift();
      this.#head = next.to;
      messages.push(...next.messages);
    }
    return messages;
  }

  async #handOut(messages: readonly StoredMessage[]): Promise<void> {
    const following: Following = (isWanted) => this.#following(isWanted);
    const handing = this.#deliver(messages, following)[Symbol.iterator]();
    while (!handing.next().done) await new Promise(setImmediate);
  }
}
