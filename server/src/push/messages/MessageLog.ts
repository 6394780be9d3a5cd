import { ApiError } from '../../errors/ApiError.ts';
import { deleteOldAnswers } from '../../operations/actions/idempotency/idempotencyRows.ts';
import type { ThreadDatabase } from '../../storage/database/Database.types.ts';
import { isDataError } from '../../storage/database/isDataError.ts';
import type { RefusedMessage } from '../server-keys/findRefused.ts';
import { collapseDeliveries } from './collapseRows.ts';
import { type DueMessage, findDue, settleDue } from './dueRows.ts';
import type { CommittedBatch, NewMessage } from './Message.types.ts';
import {
  collapsingOf,
  insertsFor,
  isCollapsing,
  newMessageRows,
  storedOf,
} from './newMessageRows.ts';
import { tracedPayload } from './tracedPayload.ts';

const MAX_PENDING = 10_000;
const MAX_PER_COMMIT = 1000;
const MAX_TURNS = 8;
const MAX_GATHERING_MS = 3;
const FORGET_ANSWERS_EVERY_MS = 60_000;

interface PendingMessage {
  message: NewMessage;
  resolve: (id: number) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes messages durable with group commits: messages that arrive while one commit is written share the next one. However
 * many are sent at once, each waits for at most two commits.
 */
export class MessageLog {
  readonly #db: ThreadDatabase;
  readonly #onCommit: (batch: CommittedBatch) => void;
  readonly #usesPushServices: () => boolean;
  readonly #commitSize: (() => number) | undefined;
  readonly #findRefused: (due: readonly DueMessage[]) => Promise<readonly RefusedMessage[]>;
  #pending: PendingMessage[] = [];
  #running = false;
  #forgetsAnswersAt = 0;
  #stopGathering = () => {};

  constructor(options: {
    db: ThreadDatabase;
    /** Gets every batch that this node committed, in the order of the commits. */
    onCommit: (batch: CommittedBatch) => void;
    /** Whether a topic can have devices that are reached by a push service. */
    usesPushServices: () => boolean;
    /** A commit waits briefly until it has this many messages; by default, as long as every turn of the event loop brings more. */
    commitSize?: () => number;
    /** Finds the due messages that their senders may no longer send; by default none. */
    findRefused?: (due: readonly DueMessage[]) => Promise<readonly RefusedMessage[]>;
  }) {
    this.#db = options.db;
    this.#onCommit = options.onCommit;
    this.#usesPushServices = options.usesPushServices;
    this.#commitSize = options.commitSize;
    this.#findRefused = options.findRefused ?? (async () => []);
  }

  /** Stores a message. It is on disk when this resolves with its id. */
  append(message: NewMessage): Promise<number> {
    if (this.#pending.length >= MAX_PENDING) {
      const detail = 'Too many messages are waiting for the disk.';
      return Promise.reject(new ApiError('unavailable', detail, { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#pending.push({ message, resolve, reject });
      if (!this.#running) void this.#commitAll();
      else if (this.#isEnough()) this.#stopGathering();
    });
  }

  /**
   * Assigns positions to some scheduled messages that are due, and cancels those that are refused. Returns whether there may
   * be more.
   */
  async placeDue(now: number): Promise<boolean> {
    const due = await findDue(this.#db, now);
    if (due.length === 0) return false;
    const refused = await this.#findRefused(due);
    const usesPushServices = this.#usesPushServices();
    const { placed, cancelled } = await settleDue(this.#db, {
      due,
      refused,
      now,
      usesPushServices,
    });
    const [first, last] = [placed[0], placed.at(-1)];
    if (first && last) {
      this.#handOn({ from: first.position, to: last.position, messages: placed });
    }
    return placed.length + cancelled > 0;
  }

  async #commitAll(): Promise<void> {
    this.#running = true;
    while (this.#pending.length > 0) {
      await this.#gather();
      await this.#commit(this.#pending.splice(0, MAX_PER_COMMIT));
    }
    this.#running = false;
  }

  /** Waits for messages that have arrived already or follow at once: they share the commit. */
  async #gather(): Promise<void> {
    if (!this.#commitSize) return this.#gatherByTurns();
    if (this.#isEnough()) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, MAX_GATHERING_MS);
      this.#stopGathering = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  #isEnough(): boolean {
    return this.#commitSize !== undefined && this.#pending.length >= this.#commitSize();
  }

  async #gatherByTurns(): Promise<void> {
    for (let turn = 0, known = 0; turn < MAX_TURNS && known < this.#pending.length; turn++) {
      known = this.#pending.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Stores messages together and settles their promises. Never rejects. */
  async #commit(part: readonly PendingMessage[]): Promise<void> {
    const messages = part.map(({ message }) => message);
    const batch = await this.#store(messages).catch((error: unknown) =>
      this.#commitOneByOne(part, error),
    );
    if (!batch) return;
    for (const [index, { resolve }] of part.entries()) resolve(batch.from + index);
    this.#handOn(batch);
  }

  /**
   * One message that cannot be stored must not fail the others of its batch. After any other error they may be stored
   * already: it is up to the senders to retry, and Idempotency-Keys keep messages from being stored twice.
   */
  async #commitOneByOne(part: readonly PendingMessage[], error: unknown): Promise<void> {
    if (part.length === 1 || !isDataError(error)) {
      for (const { reject } of part) reject(error);
      return;
    }
    const middle = Math.floor(part.length / 2);
    await this.#commit(part.slice(0, middle));
    await this.#commit(part.slice(middle));
  }

  /** The messages are stored: an error from here on must not fail them. */
  #handOn(batch: CommittedBatch): void {
    try {
      this.#onCommit(batch);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  async #store(messages: readonly NewMessage[]): Promise<CommittedBatch> {
    if (messages.some(({ keepAnswer }) => keepAnswer)) await this.#forgetOldAnswers();
    const usesPushServices = this.#usesPushServices();
    const written = messages.map((message) => ({
      message,
      payload: tracedPayload(JSON.stringify(message.payload), message.trace),
    }));
    const from = await this.#db.insertNumbered(insertsFor(messages), messages.length, {
      rowsFrom: (first) => newMessageRows(written, first, usesPushServices),
      settle: messages.some(isCollapsing)
        ? (tx, first) => collapseDeliveries(tx, collapsingOf(written, first))
        : undefined,
    });
    return { from, to: from + messages.length - 1, messages: storedOf(written, from) };
  }

  async #forgetOldAnswers(): Promise<void> {
    const now = performance.now();
    if (now < this.#forgetsAnswersAt) return;
    this.#forgetsAnswersAt = now + FORGET_ANSWERS_EVERY_MS;
    await deleteOldAnswers(this.#db, Date.now());
  }
}
