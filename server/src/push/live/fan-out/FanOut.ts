import type { StoredMessage } from '../../messages/Message.types.ts';
import type { Connection } from '../connection/Connection.ts';
import type { DeliveryLedger } from '../ledger/DeliveryLedger.ts';
import type { Audience, ConnectionIndex } from './ConnectionIndex.ts';
import { goTogether } from '../batches/MessageBatch.ts';
import type { SendToAll } from './SendToAll.types.ts';
import { type BatchWrite, FanOutRound } from './FanOutRound.ts';
import { SentLog } from '../batches/SentLog.ts';
import { BatchWriter } from './BatchWriter.ts';

const DEVICES_AT_ONCE = 500;
/** How often what came meanwhile joins a round: each time makes a sent batch that every device acknowledges. */
const JOINS_PER_ROUND = 4;
/** What waits for a device that reads slowly is bounded by what it is sent at once. */
const MAX_PER_ROUND = 500;

/** How long a message without a time to live may take to its devices. After that it is not delivered. */
const NOW_OR_NEVER_MS = 60_000;

/** Takes messages that follow next, as long as all of them may go with what is being handed out. */
export type Following = (goesWith: (message: StoredMessage) => boolean) => readonly StoredMessage[];
const NOTHING: Following = () => [];

/** Hands messages out to the devices that are connected, in the order of positions. */
export class FanOut {
  readonly #connections: ConnectionIndex;
  readonly #ledger: DeliveryLedger;
  readonly #head: () => number;
  readonly #batchWriter: BatchWriter;
  readonly #sentLogs = new WeakMap<Audience, SentLog>();
  /** Where begins what not everybody has yet who will get it; undefined when nothing is being handed out. */
  #unfinished: number | undefined;
  #looked = 0;
  /** What the writer consists of. */
  #written: BatchWrite | undefined;

  constructor(options: {
    connections: ConnectionIndex;
    ledger: DeliveryLedger;
    /** Everything up to here was handed to `deliver`, which may not be done with it. */
    head: () => number;
    sendToAll: SendToAll | undefined;
  }) {
    this.#connections = options.connections;
    this.#ledger = options.ledger;
    this.#head = options.head;
    this.#batchWriter = new BatchWriter(options.sendToAll);
  }

  /** Everything up to here was sent to a device. */
  sentUpTo(connection: Connection): number {
    if (!connection.isLive) return connection.delivery.sentUpTo;
    if (this.#unfinished === undefined) return this.#head();
    return Math.max(this.#unfinished - 1, connection.delivery.reached);
  }

  /**
   * Hands out messages that follow on everything that was handed out before. Pauses after every few hundred devices, so
   * that others get their turn: ten thousand writes take longer than anybody should wait for an answer.
   */
  *deliver(messages: readonly StoredMessage[], following = NOTHING): Generator<void> {
    const now = Date.now();
    const batches = [...batchesOf(messages.filter((message) => isInTime(message, now)))];
    for (const [index, batch] of batches.entries()) {
      const audience = this.#connections.audienceOf(batch[0]!);
      // Most messages to single devices find nobody here.
      if (!audience) continue;
      const round = new FanOutRound(() => this.#logOf(audience));
      round.add(batch);
      const isLast = index === batches.length - 1;
      yield* this.#goRound(audience, round, isLast ? following : NOTHING);
    }
    this.#unfinished = undefined;
  }

  /** Writes to one after the other until everybody has everything, with what came meanwhile. */
  *#goRound(audience: Audience, round: FanOutRound, following: Following): Generator<void> {
    const size = 'size' in audience ? audience.size : audience.length;
    let now = performance.now();
    let passed = 0;
    for (let begun = 0; round.end > begun;) {
      // Everybody has what there was when the last round began.
      round.forget(begun);
      begun = round.end;
      this.#unfinished = round.first.position;
      for (const connection of audience) {
        passed++;
        if (++this.#looked % DEVICES_AT_ONCE === 0) {
          this.#flush();
          yield;
          now = performance.now();
          if (passed * JOINS_PER_ROUND >= size) {
            passed = 0;
            this.#join(audience, round, following);
          }
        }
        const isMeant = connection.isLive && round.isFor(connection.app);
        const batchWrite = isMeant ? round.after(connection.delivery.reached) : undefined;
        if (batchWrite && canTake(connection, batchWrite)) this.#write(connection, batchWrite, now);
      }
      this.#flush();
    }
  }

  #join(audience: Audience, round: FanOutRound, following: Following): void {
    // When all have left, those who come afterwards are another audience.
    const isSame = this.#connections.audienceOf(round.first) === audience;
    if (!isSame || round.size >= MAX_PER_ROUND) return;
    const more = following((message) => goTogether(round.first, message));
    if (more.length > 0) round.add(more);
  }

  #write(connection: Connection, batchWrite: BatchWrite, now: number): void {
    if (batchWrite !== this.#written) {
      this.#flush();
      this.#written = batchWrite;
    }
    batchWrite.devices++;
    connection.delivery.sendLive(batchWrite.end);
    for (const { sentLog, index } of batchWrite.segments) connection.remember(sentLog, index, now);
    this.#batchWriter.add(connection.wire, batchWrite.batch);
    if (batchWrite.isForDevices)
      this.#ledger.noteAll(batchWrite.batch.sentBatch, connection.deviceId, 'sent');
  }

  /** Before anything else can be written to the connections, or close them. */
  #flush(): void {
    const batchWrite = this.#written;
    if (!batchWrite) return;
    this.#written = undefined;
    this.#batchWriter.flush(batchWrite.batch);
    const devices = batchWrite.devices;
    batchWrite.devices = 0;
    if (batchWrite.isForDevices) return;
    for (const { batch } of batchWrite.segments)
      this.#ledger.countAll(batch.sentBatch, 'sent', devices);
  }

  /** What was sent to an audience before, as long as it is the same one. */
  #logOf(audience: Audience): SentLog {
    let sentLog = this.#sentLogs.get(audience);
    if (!sentLog || sentLog.isOver) this.#sentLogs.set(audience, (sentLog = new SentLog()));
    return sentLog;
  }
}

/** A server that was away hands out late what was scheduled meanwhile. */
function isInTime({ sendAt, expiresAt }: StoredMessage, now: number): boolean {
  return now < (expiresAt === sendAt ? sendAt + NOW_OR_NEVER_MS : expiresAt);
}

/** One that cannot gets what is stored from here on, when it has taken what it got. */
function canTake(connection: Connection, { batch }: BatchWrite): boolean {
  if (connection.hasRoom) return true;
  connection.delivery.fallBehind(batch.first.position - 1);
  return false;
}

/** Messages that follow on each other and go to the same topic are one batch. */
function* batchesOf(messages: readonly StoredMessage[]): Generator<readonly StoredMessage[]> {
  for (let start = 0; start < messages.length;) {
    const first = messages[start]!;
    let end = start + 1;
    while (end < messages.length && goTogether(first, messages[end]!)) end++;
    yield messages.slice(start, end);
    start = end;
  }
}
