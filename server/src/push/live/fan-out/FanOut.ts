import type { StoredMessage } from '../../messages/Message.types.ts';
import type { Connection } from '../connection/Connection.ts';
import type { DeliveryLedger } from '../ledger/DeliveryLedger.ts';
import type { Audience, ConnectionIndex } from './ConnectionIndex.ts';
import { haveSameAudience } from '../batches/MessageBatch.ts';
import type { SendToAll } from './SendToAll.types.ts';
import { type BatchWrite, FanOutRound } from './FanOutRound.ts';
import { SentLog } from '../batches/SentLog.ts';
import { BatchWriter } from './BatchWriter.ts';

const DEVICES_AT_ONCE = 500;
/** How often new messages may join a round: each join adds a batch that every device has to acknowledge. */
const JOINS_PER_ROUND = 4;
/** The most messages per round, which bounds what is buffered for a device that reads slowly. */
const MAX_PER_ROUND = 500;

/** How late a message with a time to live of 0 may still be sent to connected devices. */
const NOW_OR_NEVER_MS = 60_000;

/** Takes the next batches, as long as all messages of a batch can join the current round. */
export type Following = (goesWith: (message: StoredMessage) => boolean) => readonly StoredMessage[];
const NOTHING: Following = () => [];

/** Called with messages, and with the number of devices whose sockets they were written to. */
export type OnWritten = (messages: readonly StoredMessage[], devices: number) => void;

/** Sends messages to the connected devices, in the order of positions. */
export class FanOut {
  readonly #connections: ConnectionIndex;
  readonly #ledger: DeliveryLedger;
  readonly #head: () => number;
  readonly #batchWriter: BatchWriter;
  readonly #onWritten: OnWritten | undefined;
  readonly #sentLogs = new WeakMap<Audience, SentLog>();
  /** The first position that not every connection was sent yet; undefined if no fan-out is in progress. */
  #unfinished: number | undefined;
  #visited = 0;
  /** The write that the batch writer is collecting wires for. */
  #written: BatchWrite | undefined;

  constructor(options: {
    connections: ConnectionIndex;
    ledger: DeliveryLedger;
    /** The position up to which messages were passed to `deliver`, which may still be processing them. */
    head: () => number;
    sendToAll: SendToAll | undefined;
    onWritten?: OnWritten | undefined;
  }) {
    this.#connections = options.connections;
    this.#ledger = options.ledger;
    this.#head = options.head;
    this.#batchWriter = new BatchWriter(options.sendToAll);
    this.#onWritten = options.onWritten;
  }

  /** The position up to which a device was sent everything. */
  sentUpTo(connection: Connection): number {
    if (!connection.isLive) return connection.delivery.sentUpTo;
    if (this.#unfinished === undefined) return this.#head();
    return Math.max(this.#unfinished - 1, connection.delivery.certainlySentUpTo);
  }

  /**
   * Fans out the next messages. Yields after every few hundred devices, so that other work can run: ten thousand writes take
   * longer than a request should wait.
   */
  *deliver(messages: readonly StoredMessage[], following = NOTHING): Generator<void> {
    const now = Date.now();
    const batches = [...batchesOf(messages.filter((message) => isInTime(message, now)))];
    for (const [index, batch] of batches.entries()) {
      const audience = this.#connections.audienceOf(batch[0]!);
      // Most devices are not connected to this node.
      if (!audience) continue;
      const round = new FanOutRound(() => this.#logOf(audience));
      round.add(batch);
      const isLast = index === batches.length - 1;
      yield* this.#runRound(audience, round, isLast ? following : NOTHING);
    }
    this.#unfinished = undefined;
  }

  /** Writes to one connection after the other until each has everything, including messages that join meanwhile. */
  *#runRound(audience: Audience, round: FanOutRound, following: Following): Generator<void> {
    const size = 'size' in audience ? audience.size : audience.length;
    let now = performance.now();
    let passed = 0;
    for (let begun = 0; round.end > begun;) {
      // Every connection has been sent what the round contained when the last pass began.
      round.forget(begun);
      begun = round.end;
      this.#unfinished = round.first.position;
      for (const connection of audience) {
        passed++;
        if (++this.#visited % DEVICES_AT_ONCE === 0) {
          this.#flush();
          yield;
          now = performance.now();
          if (passed * JOINS_PER_ROUND >= size) {
            passed = 0;
            this.#join(audience, round, following);
          }
        }
        const isMeant = connection.isLive && round.isFor(connection.app);
        const batchWrite = isMeant ? round.after(connection.delivery.certainlySentUpTo) : undefined;
        if (batchWrite && canTake(connection, batchWrite)) this.#write(connection, batchWrite, now);
      }
      this.#flush();
    }
  }

  #join(audience: Audience, round: FanOutRound, following: Following): void {
    // If all connections of a topic have closed, later ones form a new audience object.
    const isSame = this.#connections.audienceOf(round.first) === audience;
    if (!isSame || round.size >= MAX_PER_ROUND) return;
    const more = following((message) => haveSameAudience(round.first, message));
    if (more.length > 0) round.add(more);
  }

  #write(connection: Connection, batchWrite: BatchWrite, now: number): void {
    if (batchWrite !== this.#written) {
      this.#flush();
      this.#written = batchWrite;
    }
    batchWrite.devices++;
    connection.delivery.sendLive(batchWrite.end);
    for (const { sentLog, index } of batchWrite.segments) connection.addSent(sentLog, index, now);
    this.#batchWriter.add(connection.wire, batchWrite.batch);
    if (batchWrite.isForDevices)
      this.#ledger.recordAll(batchWrite.batch.sentBatch, connection.deviceId, 'sent');
  }

  /** Has to be called before anything else writes to the connections or closes them. */
  #flush(): void {
    const batchWrite = this.#written;
    if (!batchWrite) return;
    this.#written = undefined;
    this.#batchWriter.flush(batchWrite.batch);
    const devices = batchWrite.devices;
    batchWrite.devices = 0;
    this.#onWritten?.(batchWrite.batch.messages, devices);
    if (batchWrite.isForDevices) return;
    for (const { batch } of batchWrite.segments)
      this.#ledger.countAll(batch.sentBatch, 'sent', devices);
  }

  /** The log of what an audience was sent, with room for more. */
  #logOf(audience: Audience): SentLog {
    let sentLog = this.#sentLogs.get(audience);
    if (!sentLog || sentLog.isOver) this.#sentLogs.set(audience, (sentLog = new SentLog()));
    return sentLog;
  }
}

/** After a downtime, scheduled messages can be late. */
function isInTime({ sendAt, expiresAt }: StoredMessage, now: number): boolean {
  return now < (expiresAt === sendAt ? sendAt + NOW_OR_NEVER_MS : expiresAt);
}

/** Whether a connection has room; if not, it falls behind and gets this batch from storage later. */
function canTake(connection: Connection, { batch }: BatchWrite): boolean {
  if (connection.hasRoom) return true;
  connection.delivery.fallBehind(batch.first.position - 1);
  return false;
}

/** Groups consecutive messages for the same devices into batches. */
function* batchesOf(messages: readonly StoredMessage[]): Generator<readonly StoredMessage[]> {
  for (let start = 0; start < messages.length;) {
    const first = messages[start]!;
    let end = start + 1;
    while (end < messages.length && haveSameAudience(first, messages[end]!)) end++;
    yield messages.slice(start, end);
    start = end;
  }
}
