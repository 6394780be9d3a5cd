import type { FastifyBaseLogger } from 'fastify';

import type { Database, Transaction } from '../../../storage/database/Database.types.ts';
import { isDataError } from '../../../storage/database/isDataError.ts';
import { type NoteWrite, openWriteNotes } from '../../../storage/database/openWriteNotes.ts';
import type { Progress } from '../batches/Counts.types.ts';
import { addToSendDays } from '../../messages/sendDayRows.ts';
import {
  newOpeningsOnDevices,
  writeCounts,
  writeHeld,
  writeOpenings,
  writeStates,
} from './ledgerRows.ts';
import { LedgerBuffer, progressIn } from './LedgerBuffer.ts';
import type { SentBatch } from '../batches/SentBatch.ts';
import { type ServiceAnswer, writeAnswers } from './answerRows.ts';
import { writeDrops } from './dropRows.ts';
import { type CountedRange, lockCursors, writeCursors } from './cursorRows.ts';

const FLUSH_EVERY_MS = 250;
const FLUSH_AT = 20_000;
const RETRY_MS = 1000;
/** Entries that are kept while the database is unavailable. */
const MAX_KEPT = 10 * FLUSH_AT;

/** Called for a device whose session another node has ended: what happened in it is not written. */
type FencedListener = (deviceId: number, session: number) => void;

/** The data of one transaction. */
interface Write {
  /** Its number among the writes of this process; a retry has the same one, which makes it idempotent. */
  number: number;
  buffer: LedgerBuffer;
}

/**
 * Collects the progress of messages and writes it in batches: a write for each acknowledgement of ten thousand devices
 * would be ten thousand writes. A device's cursor is written in the same transaction as the counts that belong to it, so
 * that nothing is counted twice. What a crash loses here, devices report again when they reconnect.
 */
export class DeliveryLedger {
  readonly #db: Database;
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #onProgress: ((progress: Progress, devices: number) => void) | undefined;
  readonly #noteWrite: NoteWrite;
  #buffer = new LedgerBuffer();
  #writes = 0;
  /** The write that is in progress, or whose outcome is unknown. */
  #unwritten: Write | undefined;
  /** The batches that have counts to write. */
  #sentBatches: SentBatch[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #writing = Promise.resolve(true);
  readonly #fencedListeners = new Set<FencedListener>();
  /** The write that starts after the current one. */
  #next: Promise<boolean> | undefined;

  /** @param onProgress is called with what was written */
  constructor(
    db: Database,
    logger?: FastifyBaseLogger,
    onProgress?: (progress: Progress, devices: number) => void,
  ) {
    this.#db = db;
    this.#noteWrite = openWriteNotes(db);
    this.#logger = logger;
    this.#onProgress = onProgress;
  }

  /** Registers a listener for devices whose sessions other nodes have ended. */
  onFenced(listener: FencedListener): void {
    this.#fencedListeners.add(listener);
  }

  /** Records that a device acknowledged everything up to a position; `seenAt` is its last-seen time, if that is due. */
  acknowledge(deviceId: number, position: number, seenAt?: number, session?: number): void {
    this.#buffer.updateCursor(deviceId, { position, seenAt, session });
    this.#scheduleFlush();
  }

  /** The same for a device that also acknowledges by requests: it settles those, too. */
  settle(deviceId: number, position: number, seenAt?: number, session?: number): void {
    this.#buffer.updateCursor(deviceId, { position, seenAt, settles: true, session });
    this.#scheduleFlush();
  }

  /** Records up to where a device's sent messages are counted, beyond what it has acknowledged. */
  markCounted(deviceId: number, counted: CountedRange, session?: number): void {
    this.#buffer.updateCursor(deviceId, { counted, session });
    this.#scheduleFlush();
  }

  /** Records that a session of a device ended: unless it has begun another one, it is connected to no node. */
  leave(deviceId: number, session: number): void {
    this.#buffer.updateCursor(deviceId, { left: session });
    this.#scheduleFlush();
  }

  /** Whether something about a device is not written yet. */
  hasEntriesOf(deviceId: number): boolean {
    const isUnwritten = this.#unwritten?.buffer.cursors.has(deviceId) ?? false;
    return isUnwritten || this.#buffer.cursors.has(deviceId);
  }

  /** Adds to the counts of messages that were sent together to a topic or by a condition. */
  countAll(sentBatch: SentBatch, progress: Progress, devices: number): void {
    if (!sentBatch.counts) {
      sentBatch.counts = {};
      this.#sentBatches.push(sentBatch);
      this.#scheduleFlush();
    }
    sentBatch.counts[progress] = (sentBatch.counts[progress] ?? 0) + devices;
  }

  /**
   * Records the progress of messages that were sent together on one device. With a session, it counts only unless another
   * node has ended that session before the write.
   */
  recordAll(sentBatch: SentBatch, deviceId: number, progress: Progress, session?: number): void {
    if (!sentBatch.isForDevices) {
      this.countAll(sentBatch, progress, 1);
      this.#share(deviceId, sentBatch.messages, progress, session);
    } else for (const { id } of sentBatch.messages) this.record(id, deviceId, progress);
  }

  /** Records the progress of a message on one device. */
  record(
    messageId: number,
    deviceId: number,
    state: Progress,
    reason?: string,
    session?: number,
  ): void {
    const at = Date.now();
    this.#share(deviceId, [{ id: messageId }], state, session);
    const ofSession = session !== undefined;
    this.#buffer.states.push({ messageId, deviceId, state, reason: reason ?? null, at, ofSession });
    // Whether it was opened there before is only known at the write.
    if (state !== 'opened') this.#buffer.count(messageId, state, 1);
    this.#scheduleFlush();
  }

  /** Records that a device withheld a message and did not show it. */
  hold(messageId: number, deviceId: number, reason: string): void {
    this.#buffer.held.push({ messageId, deviceId, reason, at: Date.now() });
    this.#scheduleFlush();
  }

  /** Records the answer of a push service for a device. */
  answered(answer: Omit<ServiceAnswer, 'at'>): void {
    this.#buffer.answers.push({ ...answer, at: Date.now() });
    this.#scheduleFlush();
  }

  #share(
    deviceId: number,
    messages: readonly { id: number }[],
    progress: Progress,
    session: number | undefined,
  ): void {
    // With a single node, nobody else counts the same deliveries.
    if (session === undefined) return;
    this.#buffer.updateCursor(deviceId, { session });
    this.#buffer.addShare(deviceId, { messages, progress });
  }

  /** Writes everything that was recorded until now. Returns whether that succeeded. */
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

  #scheduleFlush(): void {
    const pause = this.#isFailing ? RETRY_MS : FLUSH_EVERY_MS;
    if (this.#buffer.size >= FLUSH_AT && !this.#isFailing) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), pause);
  }

  async #write(): Promise<boolean> {
    // A failed write is retried first and separately: it may have been committed, with only the answer lost.
    if (this.#unwritten && !(await this.#attempt(this.#unwritten))) return false;
    const buffer = this.#take();
    return buffer.isEmpty || this.#attempt({ number: ++this.#writes, buffer });
  }

  async #attempt(write: Write): Promise<boolean> {
    const { buffer } = write;
    this.#unwritten = write;
    let fenced: number[];
    try {
      fenced = await this.#db.transaction((tx) => this.#writeRows(tx, write));
    } catch (error) {
      this.#keep(write, error);
      return false;
    }
    this.#unwritten = undefined;
    this.#isFailing = false;
    this.#reportProgress(buffer);
    for (const id of fenced) {
      const { session } = buffer.cursors.get(id)!;
      for (const listener of this.#fencedListeners) listener(id, session!);
    }
    return true;
  }

  #take(): LedgerBuffer {
    const buffer = this.#buffer;
    for (const sentBatch of this.#sentBatches) {
      for (const { id } of sentBatch.messages) buffer.countAll(id, sentBatch.counts!);
      sentBatch.counts = undefined;
    }
    this.#buffer = new LedgerBuffer();
    this.#sentBatches = [];
    return buffer;
  }

  /** Returns the devices whose sessions other nodes have ended. */
  async #writeRows(tx: Transaction, { number, buffer }: Write): Promise<number[]> {
    const now = Date.now();
    const fenced = await lockCursors(tx, buffer.cursors);
    if (!(await this.#noteWrite(tx, number, now))) return fenced;
    await writeCursors(tx, buffer.cursors, fenced);
    const counts = buffer.countsWithout(fenced);
    for (const { messageId } of await writeOpenings(tx, buffer.openings)) {
      const known = counts.get(messageId);
      counts.set(messageId, { ...known, opened: (known?.opened ?? 0) + 1 });
    }
    await writeCounts(tx, counts);
    for (const { messageId } of await newOpeningsOnDevices(tx, buffer.openings)) {
      const known = counts.get(messageId);
      counts.set(messageId, { ...known, opened: (known?.opened ?? 0) + 1 });
    }
    await writeStates(tx, buffer.states);
    await writeHeld(tx, buffer.held);
    await writeAnswers(tx, buffer.answers);
    await writeDrops(tx, buffer.statesWithout(fenced));
    // Last, to keep its locks short: every node adds to the same few rows.
    await addToSendDays(tx, counts, now);
    return fenced;
  }

  /** Keeps entries for another attempt, unless there are too many or they would fail in the same way. */
  #keep({ buffer }: Write, error: unknown): void {
    this.#isFailing = true;
    const isKept = buffer.size + this.#buffer.size < MAX_KEPT && !isDataError(error);
    const what = isKept ? 'is not written down yet' : 'is lost';
    this.#logger?.warn({ err: error }, `what became of messages ${what}`);
    if (!isKept) {
      this.#unwritten = undefined;
      return;
    }
    this.#scheduleFlush();
    // It must not keep the process alive.
    this.#timer?.unref();
  }

  #reportProgress({ counts, openings }: LedgerBuffer): void {
    for (const counted of counts.values()) {
      for (const progress of progressIn(counted)) this.#onProgress?.(progress, counted[progress]!);
    }
    const opened = new Set(openings.map(({ messageId, deviceId }) => `${messageId}:${deviceId}`));
    if (opened.size > 0) this.#onProgress?.('opened', opened.size);
  }
}
