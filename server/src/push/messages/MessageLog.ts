import { ApiError } from '../../errors/ApiError.ts';
import { keepAnswers } from '../../operations/actions/idempotency/idempotencyRows.ts';
import type {
  SqlValue,
  ThreadDatabase,
  Transaction,
} from '../../storage/database/Database.types.ts';
import { isDataError } from '../../storage/database/isDataError.ts';
import { advanceClock } from './clockRows.ts';
import { type Collapsing, collapseDeliveries } from './collapseDeliveries.ts';
import type { CommittedBatch, NewMessage, StoredMessage } from './Message.types.ts';
import {
  dueMessages,
  findMessage,
  insertDeliveries,
  insertJobs,
  insertMessages,
  isForDevices,
  listDeliveries,
  placeMessage,
  storedMessage,
} from './messageRows.ts';
import { insertPersonal } from './personRows.ts';

/** Tells other nodes of commits: `<node>:<last position>`. */
export const PUSH_CHANGE = 'push-messages';

const MAX_PENDING = 10_000;
const MAX_PER_COMMIT = 1000;
const MAX_DUE_AT_ONCE = 500;
const MAX_TURNS = 8;
const MAX_GATHERING_MS = 3;

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
  readonly #node: string;
  readonly #onCommit: (batch: CommittedBatch) => void;
  readonly #usesPushServices: () => boolean;
  readonly #commitSize: (() => number) | undefined;
  #pending: PendingMessage[] = [];
  #running = false;
  #stopGathering = () => {};

  constructor(options: {
    db: ThreadDatabase;
    node: string;
    /** Gets every batch that this node committed, in the order of the commits. */
    onCommit: (batch: CommittedBatch) => void;
    /** Whether a topic may have devices that are reached by a push service. */
    usesPushServices: () => boolean;
    /** For how many messages a commit waits a little; by default, as long as every turn of the event loop brings more. */
    commitSize?: () => number;
  }) {
    this.#db = options.db;
    this.#node = options.node;
    this.#onCommit = options.onCommit;
    this.#usesPushServices = options.usesPushServices;
    this.#commitSize = options.commitSize;
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

  /** Gives scheduled messages that are due their positions. Says how many it found. */
  async placeDue(now: number): Promise<number> {
    const ids = await dueMessages(this.#db, now, MAX_DUE_AT_ONCE);
    if (ids.length === 0) return 0;
    const batch = await this.#db.transaction(async (tx) => {
      const from = await advanceClock(tx, ids.length);
      const messages: StoredMessage[] = [];
      for (const [index, id] of ids.entries()) {
        if (!(await placeMessage(tx, id, from + index, now))) continue;
        messages.push(await this.#placed(tx, id, now));
      }
      const to = from + ids.length - 1;
      await this.#tell(tx, to);
      return { from, to, messages };
    });
    this.#handOn(batch);
    return ids.length;
  }

  async #placed(tx: Transaction, id: number, now: number): Promise<StoredMessage> {
    const row = (await findMessage(tx, id))!;
    const deliveries = await listDeliveries(tx, id);
    const deviceIds = deliveries
      .filter(({ state }) => state === 'stored')
      .map(({ device_id }) => device_id);
    if (this.#usesPushServices()) {
      const targets = isForDevices(row) ? deviceIds : [null];
      await insertJobs(
        tx,
        targets.map((device) => [id, device, now]),
      );
    }
    return storedMessage(row, deviceIds);
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

  /** Stores messages in one transaction and settles their promises. Never rejects. */
  async #commit(part: readonly PendingMessage[]): Promise<void> {
    const messages = part.map(({ message }) => message);
    const storing = this.#db.transaction((tx) => this.#store(tx, messages));
    const batch = await storing.catch((error: unknown) => this.#commitOneByOne(part, error));
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

  async #store(tx: Transaction, messages: readonly NewMessage[]): Promise<CommittedBatch> {
    const from = await advanceClock(tx, messages.length);
    const to = from + messages.length - 1;
    const rows = new RowsOf(messages, from, this.#usesPushServices());
    await insertMessages(tx, rows.messages);
    if (rows.personal.length > 0) await insertPersonal(tx, rows.personal);
    if (rows.deliveries.length > 0) await insertDeliveries(tx, rows.deliveries);
    if (rows.collapsed.length > 0) await collapseDeliveries(tx, rows.collapsed);
    if (rows.jobs.length > 0) await insertJobs(tx, rows.jobs);
    const kept = answersOf(messages, from);
    if (kept.length > 0) await keepAnswers(tx, kept, Date.now());
    await this.#tell(tx, to);
    return { from, to, messages: rows.stored };
  }

  async #tell(tx: Transaction, to: number): Promise<void> {
    if (this.#db.isShared) {
      await tx.notify({ topic: PUSH_CHANGE, key: `${this.#node}:${to}` });
    }
  }
}

/** What is kept under Idempotency-Keys, now that the messages have their ids. */
function answersOf(messages: readonly NewMessage[], from: number) {
  return messages.flatMap(({ sender, keepAnswer }, index) => {
    if (!keepAnswer) return [];
    const { status, body } = keepAnswer.answerOf(from + index);
    const answer = { request_hash: keepAnswer.requestHash, status, headers: '{}', body };
    return [{ actor: sender, key: keepAnswer.key, answer }];
  });
}

/** The rows of messages that are stored together. */
class RowsOf {
  readonly messages: SqlValue[][] = [];
  readonly personal: SqlValue[][] = [];
  readonly deliveries: SqlValue[][] = [];
  readonly collapsed: Collapsing[] = [];
  readonly jobs: SqlValue[][] = [];
  readonly stored: StoredMessage[] = [];

  constructor(messages: readonly NewMessage[], from: number, usesPushServices: boolean) {
    for (const [index, message] of messages.entries())
      this.#add(message, from + index, usesPushServices);
  }

  #add(message: NewMessage, id: number, usesPushServices: boolean): void {
    const { audience, collapseKey, createdAt, sendAt, expiresAt } = message;
    const packageName = message.payload.restrictedPackageName;
    const payload = JSON.stringify(message.payload);
    const isScheduled = sendAt > createdAt;
    const position = isScheduled ? null : id;
    const state = isScheduled ? 'scheduled' : 'stored';
    this.messages.push([
      id,
      position,
      message.sender,
      audience.kind === 'topic' ? audience.topic : null,
      audience.kind === 'condition' ? audience.condition : null,
      collapseKey ?? null,
      packageName ?? null,
      payload,
      message.payload.notification ? 1 : 0,
      state,
      createdAt,
      sendAt,
      expiresAt,
    ]);
    if (message.toPerson) this.personal.push([id, message.toPerson.id]);
    const devices = audience.kind === 'devices' ? audience.devices : [];
    for (const { id: deviceId } of devices) {
      const deliveryState = isScheduled ? 'accepted' : 'stored';
      this.deliveries.push([id, deviceId, position, deliveryState, createdAt]);
      // A message with a time to live of 0 replaces no pending one.
      const staysForLater = !isScheduled && expiresAt > sendAt;
      if (collapseKey !== undefined && staysForLater) {
        this.collapsed.push({ deviceId, collapseKey, messageId: id, now: createdAt });
      }
    }
    if (isScheduled) return;
    if (usesPushServices) {
      const reached = devices.filter(({ hasPushService }) => hasPushService);
      if (audience.kind !== 'devices') this.jobs.push([id, null, createdAt]);
      for (const { id: deviceId } of reached) this.jobs.push([id, deviceId, createdAt]);
    }
    this.stored.push({
      id,
      position: id,
      audience:
        audience.kind === 'devices'
          ? { kind: 'devices', deviceIds: devices.map((device) => device.id) }
          : audience,
      collapseKey,
      packageName,
      payload,
      sendAt,
      expiresAt,
    });
  }
}
