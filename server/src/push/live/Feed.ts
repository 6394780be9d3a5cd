import type { FastifyBaseLogger } from 'fastify';

import type { Bus, Told } from '../../storage/bus/Bus.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { watchOthers } from '../../storage/database/watchOthers.ts';
import { readClock } from '../messages/clockRows.ts';
import type { CommittedBatch, StoredMessage } from '../messages/Message.types.ts';
import { readMessages } from '../messages/messageRows.ts';
import type { Following } from './fan-out/FanOut.ts';
import { type Hint, readHint, writeHints } from './hints.ts';

/** The bus subject of hints: what nodes tell each other about their commits. */
const SUBJECT = 'messages';
const MAX_AT_ONCE = 1000;
const RETRY_MS = 1000;
/** Hints can arrive out of order: how long to wait for one that is missing between others. */
const HOLE_MS = 10;
/** How often the clock is read, since hints can be lost. Messages without a hint are delivered after two polls at most. */
const LOOK_EVERY_MS = 450;
/** The timeout of reads: a connection to the database can be dead without any sign. */
const READ_WITHIN_MS = 5000;
/** Messages of other nodes that are buffered until earlier ones have arrived; beyond it they are read from the database. */
const MAX_KEPT = 10_000;
/** Hints without an audience here are verified in batches of this size: one by one, each would suffer CPU cache misses. */
const MAX_UNPROVEN = 32;

/** A commit that waits for its turn. */
interface Upcoming {
  from: number;
  to: number;
  /** The messages that a device of this node may get; undefined if they are not in memory. */
  messages(): readonly StoredMessage[] | undefined;
}

/** The consumer of the feed. */
interface FeedReader {
  /** Fans messages out, and may add `following` ones to the same round. Other work runs at each yield. */
  deliver: (messages: readonly StoredMessage[], following: Following) => Iterable<void>;
  /** Whether any device of this node is in the audience now; if not, what another node told is skipped unread. */
  hasAudience?: ((audience: StoredMessage['audience']) => boolean) | undefined;
}

interface FeedOptions {
  db: Database;
  bus: Bus;
  /** Called with messages that another node announced. */
  onHeard?: ((messages: readonly StoredMessage[]) => void) | undefined;
  /** Called before a batch is announced to other nodes; the function that it returns is called once that has happened. */
  onTelling?: ((batch: CommittedBatch) => () => void) | undefined;
  /** Called with the number of messages that were found by polling the clock because no hint arrived. */
  onUntold?: ((messages: number) => void) | undefined;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Delivers every message exactly once, in the order of positions, whichever node committed it. Commits of this node and
 * those that other nodes sent hints of come from memory, the rest from the database.
 */
export class Feed {
  readonly #db: Database;
  readonly #bus: Bus;
  readonly #onHeard: FeedOptions['onHeard'];
  readonly #onTelling: FeedOptions['onTelling'];
  readonly #onUntold: FeedOptions['onUntold'];
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #upcoming: Upcoming[] = [];
  #kept = 0;
  /** Hints that directly follow the head and are for nobody here, whose signatures are not verified yet. */
  #unproven: { hint: Hint; told: Told }[] = [];
  #head: number;
  /** The highest position that this node has heard of. */
  #heard: number;
  /** The position that the last poll of the clock found. */
  #seen: number;
  #isLooking = false;
  #isRunning = false;
  #isClosed = false;
  #wake = () => {};
  #retry: NodeJS.Timeout | undefined;
  #reader: FeedReader | undefined;
  readonly #stops: (() => void)[] = [];

  /** @param head the position from which on messages are delivered */
  constructor(options: FeedOptions, head: number) {
    this.#db = options.db;
    this.#bus = options.bus;
    this.#onHeard = options.onHeard;
    this.#onTelling = options.onTelling;
    this.#onUntold = options.onUntold;
    this.#logger = options.logger;
    this.#head = head;
    this.#heard = head;
    this.#seen = head;
  }

  /** Hands messages to a reader from now on. */
  deliverTo(reader: FeedReader): this {
    this.#reader = reader;
    this.#stops.push(
      this.#bus.subscribe(SUBJECT, (told) => this.#hear(told)),
      watchOthers(this.#db, LOOK_EVERY_MS, () => void this.#look()),
    );
    return this;
  }

  /** The position up to which messages were fanned out, or are being fanned out now. */
  get head(): number {
    this.#prove();
    return this.#head;
  }

  /** Adds a batch that this node committed, and announces it to the others. */
  push(batch: CommittedBatch): void {
    this.#prove();
    const told = this.#onTelling?.(batch);
    let isTold = false;
    let rest: string[] = [];
    this.#bus.publish(SUBJECT, (maxBytes) => {
      isTold = true;
      const [first = '', ...others] = writeHints(batch, maxBytes);
      rest = others;
      return first;
    });
    for (const hint of rest) this.#bus.publish(SUBJECT, () => hint);
    const { from, to, messages } = batch;
    this.#add({ from, to, messages: () => messages });
    if (isTold) told?.();
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    clearTimeout(this.#retry);
    this.#wake();
  }

  #hear(told: Told): void {
    const hint = readHint(told);
    if (!hint || hint.to <= this.#head) return;
    if (this.#canWait(hint)) {
      this.#unproven.push({ hint, told });
      if (this.#unproven.length >= MAX_UNPROVEN) this.#prove();
      return;
    }
    this.#prove();
    if (told.isProven()) this.#take(hint);
  }

  /**
   * Whether verifying this hint's signature can be deferred without any effect: on most nodes most hints are for nobody, and
   * verifying is the most expensive part of handling them.
   */
  #canWait(hint: Hint): boolean {
    const isIdle = !this.#isRunning && this.#heard === this.#head && !this.#onHeard;
    const before = this.#unproven.at(-1)?.hint.to ?? this.#head;
    return isIdle && hint.from === before + 1 && isCheap(hint) && this.#isForNobody(hint);
  }

  /** Verifies the deferred hints. To be called before anything that depends on the head. */
  #prove(): void {
    if (this.#unproven.length === 0) return;
    const waiting = this.#unproven;
    this.#unproven = [];
    for (const { hint, told } of waiting) {
      if (!told.isProven()) continue;
      if (!this.#isRunning && hint.from === this.#head + 1) this.#pass(hint.to);
      else this.#take(hint);
    }
  }

  #take(hint: Hint): void {
    const { from, to, audiences } = hint;
    if (to <= this.#head) return;
    if (!audiences || this.#kept >= MAX_KEPT) return this.#hearOf(to);
    if (this.#onHeard) this.#onHeard(hint.read() ?? []);
    const isNext = !this.#isRunning && from === this.#head + 1;
    if (isNext && this.#isForNobody(hint)) this.#pass(to);
    // The audience is checked again when its turn comes, so that devices that have subscribed by then get it.
    else {
      hint.keep();
      this.#add({ from, to, messages: () => (this.#isForNobody(hint) ? [] : hint.read()) });
    }
  }

  #isForNobody({ audiences }: Hint): boolean {
    const hasAudience = this.#reader?.hasAudience;
    return hasAudience !== undefined && audiences?.some(hasAudience) === false;
  }

  /** Skips the next messages, which are for no device of this node. */
  #pass(to: number): void {
    this.#head = to;
    this.#heard = Math.max(this.#heard, to);
    if (this.#heard > to) this.#start();
  }

  #add(batch: Upcoming): void {
    this.#upcoming.push(batch);
    this.#kept += sizeOf(batch);
    this.#upcoming.sort((one, other) => one.from - other.from);
    this.#hearOf(batch.to);
  }

  #hearOf(last: number): void {
    this.#heard = Math.max(this.#heard, last);
    this.#wake();
    this.#start();
  }

  /**
   * Polls the clock. Messages for which no hint has arrived by the next poll are read from the database.
   */
  async #look(): Promise<void> {
    this.#prove();
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const last = await inTime(readClock(this.#db));
      if (this.#isClosed) return;
      const untold = this.#seen - Math.max(this.#head, this.#heard);
      if (untold > 0) this.#onUntold?.(untold);
      if (this.#seen > this.#head) this.#hearOf(this.#seen);
      this.#seen = last;
    } catch (error) {
      this.#logger?.warn({ err: error }, 'the push clock cannot be read');
    } finally {
      this.#isLooking = false;
    }
  }

  #start(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    // In the next turn of the event loop, so that senders get their answers first, and consecutive commits share a round.
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    try {
      while (this.#head < this.#heard && !this.#isClosed) {
        if (await this.#fromMemory()) continue;
        if (await this.#isFilled()) continue;
        const upTo = Math.min(this.#heard, (this.#upcoming[0]?.from ?? Infinity) - 1);
        if (upTo > this.#head && !this.#isClosed) await this.#fromDatabase(upTo);
      }
    } catch (error) {
      this.#logger?.warn({ err: error }, 'messages of another node cannot be read');
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#start(), RETRY_MS).unref();
    } finally {
      this.#isRunning = false;
    }
    if (this.#head < this.#heard && this.#upcoming[0]?.from === this.#head + 1) this.#start();
  }

  /** Waits a moment for the missing batch. Returns whether it arrived. */
  async #isFilled(): Promise<boolean> {
    const until = performance.now() + HOLE_MS;
    while (this.#upcoming[0] !== undefined && !this.#isClosed) {
      if (this.#upcoming[0].from <= this.#head + 1) return true;
      const left = until - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(late);
          resolve();
        };
      });
    }
    return false;
  }

  /** Fans out the batches in memory that directly follow the head. Returns whether there were any. */
  async #fromMemory(): Promise<boolean> {
    const before = this.#head;
    const messages: StoredMessage[] = [];
    for (
      let next = this.#upcoming[0];
      next && next.from <= this.#head + 1;
      next = this.#upcoming[0]
    ) {
      this.#shift();
      // Already read from the database.
      if (next.from <= this.#head) continue;
      const found = next.messages();
      if (!found) break;
      this.#head = next.to;
      messages.push(...found);
    }
    if (messages.length > 0) await this.#handOut(messages);
    return this.#head > before;
  }

  #shift(): void {
    this.#kept -= sizeOf(this.#upcoming.shift()!);
  }

  /** Reads the messages up to a position. There can be fewer than a hint claimed. */
  async #fromDatabase(wanted: number): Promise<void> {
    const told = this.#heard;
    const last = await inTime(readClock(this.#db));
    // Only if nothing arrived meanwhile: that could be newer than the clock that was read.
    if (this.#heard === told && told > last) this.#heard = Math.max(this.#head, last);
    const upTo = Math.min(wanted, last);
    if (upTo <= this.#head) return;
    const messages = await inTime(readMessages(this.#db, this.#head, upTo, MAX_AT_ONCE));
    const isCut = messages.length === MAX_AT_ONCE;
    this.#head = isCut ? messages.at(-1)!.position : upTo;
    await this.#handOut(messages);
  }

  /** Takes the next committed batches, as long as every message of a batch is wanted. */
  #following(isWanted: (message: StoredMessage) => boolean): StoredMessage[] {
    const messages: StoredMessage[] = [];
    for (let next = this.#upcoming[0]; next?.from === this.#head + 1; next = this.#upcoming[0]) {
      const found = next.messages();
      if (!found?.every(isWanted)) break;
      this.#shift();
      this.#head = next.to;
      messages.push(...found);
    }
    return messages;
  }

  async #handOut(messages: readonly StoredMessage[]): Promise<void> {
    const following: Following = (isWanted) => this.#following(isWanted);
    const handing = this.#reader!.deliver(messages, following)[Symbol.iterator]();
    while (!handing.next().done) await new Promise(setImmediate);
  }
}

/**
 * Whether it costs little to tell whom it is for. A condition can be met by every device here, and a line has room for thousands
 * of them: nobody may have them looked at who is not proven to be a node.
 */
function isCheap({ audiences }: Hint): boolean {
  return audiences?.every(({ kind }) => kind !== 'condition') ?? true;
}

/** An upper bound for its messages: each has a position of its own. */
function sizeOf({ from, to }: Upcoming): number {
  return to - from + 1;
}

/** Rejects when a read takes too long. */
async function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`The database did not answer in ${READ_WITHIN_MS} ms.`));
    late = setTimeout(fail, READ_WITHIN_MS).unref();
  });
  return Promise.race([reading, timeout]).finally(() => clearTimeout(late));
}
