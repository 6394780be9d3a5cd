import type { FastifyBaseLogger } from 'fastify';

import type { Database, Transaction } from '../../../storage/database/Database.types.ts';
import { isDataError } from '../../../storage/database/isDataError.ts';
import type { Progress } from '../batches/Counts.types.ts';
import { writeCounts, writeOpenings, writeStates } from './ledgerRows.ts';
import { LedgerBuffer, progressIn } from './LedgerBuffer.ts';
import type { SentBatch } from '../batches/SentBatch.ts';
import { type CountedRange, type CursorUpdate, writeCursors } from './cursorRows.ts';

const FLUSH_EVERY_MS = 250;
const FLUSH_AT = 20_000;
const RETRY_MS = 1000;
/** What is kept of it while the database is away. */
const MAX_KEPT = 10 * FLUSH_AT;

/**
 * LedgerBuffer what becomes of messages, and writes it down together every now and then: one write for each acknowledgement of
 * ten thousand devices would be ten thousand writes. How far a device has come is written with what is counted for that:
 * nothing is counted twice. What a crash loses here, the devices say again when they come back.
 */
export class DeliveryLedger {
  readonly #db: Database;
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #onProgress: ((progress: Progress, devices: number) => void) | undefined;
  #notes = new LedgerBuffer();
  #beingWritten: ReadonlyMap<number, CursorUpdate> = new Map();
  /** Those in which something was counted. */
  #sentBatches: SentBatch[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #writing = Promise.resolve(true);
  /** The write that waits for the one before. */
  #next: Promise<boolean> | undefined;

  /** @param onProgress is told of what is written down, as it is written down */
  constructor(
    db: Database,
    logger?: FastifyBaseLogger,
    onProgress?: (progress: Progress, devices: number) => void,
  ) {
    this.#db = db;
    this.#logger = logger;
    this.#onProgress = onProgress;
  }

  /** A device has kept everything up to a position; `seenAt` is when it was there, unless that is known well enough. */
  acknowledge(deviceId: number, position: number, seenAt?: number): void {
    this.#notes.reach(deviceId, { position, seenAt });
    this.#plan();
  }

  /** The same, where it may have said so elsewhere before: what it acknowledged there is counted now. */
  settle(deviceId: number, position: number, seenAt?: number): void {
    this.#notes.reach(deviceId, { position, seenAt, settles: true });
    this.#plan();
  }

  /** What a device was sent is counted up to a position, though it has not acknowledged that. */
  mark(deviceId: number, counted: CountedRange): void {
    this.#notes.reach(deviceId, { counted });
    this.#plan();
  }

  /** Whether something about a device is not written down yet. */
  hasEntriesOf(deviceId: number): boolean {
    return this.#beingWritten.has(deviceId) || this.#notes.reached.has(deviceId);
  }

  /** Messages that were sent together to a topic or by a condition got somewhere on so many devices. */
  countAll(sentBatch: SentBatch, progress: Progress, devices: number): void {
    if (!sentBatch.counts) {
      sentBatch.counts = {};
      this.#sentBatches.push(sentBatch);
      this.#plan();
    }
    sentBatch.counts[progress] = (sentBatch.counts[progress] ?? 0) + devices;
  }

  /** Messages that were sent together got somewhere on one device. */
  noteAll(sentBatch: SentBatch, deviceId: number, progress: Progress): void {
    if (!sentBatch.isForDevices) this.countAll(sentBatch, progress, 1);
    else for (const { id } of sentBatch.messages) this.note(id, deviceId, progress);
  }

  /** A message got somewhere on one device. */
  note(messageId: number, deviceId: number, state: Progress, reason?: string): void {
    const at = Date.now();
    this.#notes.states.push({ messageId, deviceId, state, reason: reason ?? null, at });
    // Whether it was opened there before is known when it is written down.
    if (state !== 'opened') this.#notes.count(messageId, state, 1);
    this.#plan();
  }

  /** Writes down everything that was noted until now; says whether that could be done. */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      return this.#write();
    });
    this.#writing = this.#next;
    return this.#next;
  }

  #plan(): void {
    const pause = this.#isFailing ? RETRY_MS : FLUSH_EVERY_MS;
    if (this.#notes.size >= FLUSH_AT && !this.#isFailing) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), pause);
  }

  async #write(): Promise<boolean> {
    const notes = this.#take();
    if (notes.isEmpty) return true;
    this.#beingWritten = notes.reached;
    try {
      await this.#db.transaction((tx) => this.#writeDown(tx, notes));
    } catch (error) {
      this.#keep(notes, error);
      return false;
    } finally {
      this.#beingWritten = new Map();
    }
    this.#isFailing = false;
    this.#tell(notes);
    return true;
  }

  #take(): LedgerBuffer {
    const notes = this.#notes;
    for (const sentBatch of this.#sentBatches) {
      for (const { id } of sentBatch.messages) notes.countAll(id, sentBatch.counts!);
      sentBatch.counts = undefined;
    }
    this.#notes = new LedgerBuffer();
    this.#sentBatches = [];
    return notes;
  }

  async #writeDown(tx: Transaction, notes: LedgerBuffer): Promise<void> {
    await writeCursors(tx, notes.reached);
    const counts = new Map(notes.counts);
    for (const { messageId } of await writeOpenings(tx, notes.openings)) {
      const known = counts.get(messageId);
      counts.set(messageId, { ...known, opened: (known?.opened ?? 0) + 1 });
    }
    await writeCounts(tx, counts);
    await writeStates(tx, notes.states);
  }

  /** Tries again later, with what was noted since, unless that is too much or would fail in the same way. */
  #keep(notes: LedgerBuffer, error: unknown): void {
    this.#isFailing = true;
    const isKept = notes.size < MAX_KEPT && !isDataError(error);
    const what = isKept ? 'is not written down yet' : 'is lost';
    this.#logger?.warn({ err: error }, `what became of messages ${what}`);
    if (!isKept) return;
    notes.add(this.#notes);
    this.#notes = notes;
    this.#plan();
    // Nobody waits for it who stops.
    this.#timer?.unref();
  }

  #tell({ counts, openings }: LedgerBuffer): void {
    for (const counted of counts.values()) {
      for (const progress of progressIn(counted)) this.#onProgress?.(progress, counted[progress]!);
    }
    const opened = new Set(openings.map(({ messageId, deviceId }) => `${messageId}:${deviceId}`));
    if (opened.size > 0) this.#onProgress?.('opened', opened.size);
  }
}
