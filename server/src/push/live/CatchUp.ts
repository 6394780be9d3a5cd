import type { Queries } from '../../storage/database/Database.types.ts';
import { findDeviceById } from '../devices/deviceRows.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { messagesAt } from '../messages/messageRows.ts';
import { missedBySubscribing, readBacklog } from './backlog/Backlog.ts';
import { newestKeys } from './backlog/backlogRows.ts';
import type { Connection } from './connection/Connection.ts';
import type { DeliveryLedger } from './ledger/DeliveryLedger.ts';
import type { Pending } from './connection/DeliveryState.ts';
import { sentBatchOf } from './batches/SentBatch.ts';
import { planBacklog } from './backlog/planBacklog.ts';
import { MessageBatch } from './batches/MessageBatch.ts';

const PAGE = 100;

interface CatchUpOptions {
  db: Queries;
  ledger: DeliveryLedger;
  /** Everything up to here was handed out to those that are live. */
  head: () => number;
  onFailure: (connection: Connection, error: unknown) => void;
}

/** Brings devices that are behind up to the head, from what is stored, as fast as they take and acknowledge it. */
export class CatchUp {
  readonly #options: CatchUpOptions;

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /** Sends what is stored until the device is at the head, or can take no more for now. */
  async run(connection: Connection): Promise<void> {
    const { delivery } = connection;
    if (!delivery.startCatchUp()) return;
    try {
      while (delivery.name === 'catching-up' && connection.hasRoom) {
        const pending = delivery.pending ?? (await this.#planNext(connection));
        if (pending) await this.#sendPage(connection, pending);
      }
    } catch (error) {
      this.#options.onFailure(connection, error);
    } finally {
      delivery.pauseCatchUp();
    }
  }

  /**
   * Sends what came between subscribing and hearing of it, before anything that comes meanwhile; `before` are the topics
   * that were known until then.
   */
  async onSubscribing(
    connection: Connection,
    added: readonly { topic: string; since: number }[],
    upTo: number,
    before: ReadonlySet<string>,
  ): Promise<void> {
    const { db, ledger } = this.#options;
    const { delivery } = connection;
    delivery.fallBehind(upTo);
    delivery.startCatchUp();
    const missed = await missedBySubscribing(db, connection, added, upTo, before);
    const { deliver } = planBacklog(missed, Date.now());
    const messages = await this.#read(
      connection,
      deliver.map(({ position }) => position),
    );
    if (connection.isOpen && messages.length > 0) {
      const batch = new MessageBatch(messages);
      connection.send(batch, performance.now());
      ledger.countAll(batch.sentBatch, 'sent', 1);
    }
    delivery.pauseCatchUp();
    void this.run(connection);
  }

  /** Those that a device is still to get: much can have changed since it was found out what it missed. */
  async #read(connection: Connection, positions: readonly number[]): Promise<StoredMessage[]> {
    const { db } = this.#options;
    const [messages, device, subscriptions] = await Promise.all([
      messagesAt(db, positions),
      findDeviceById(db, connection.deviceId),
      subscriptionsOf(db, connection.deviceId),
    ]);
    const ownerSince = device?.owner_since ?? Infinity;
    const topics = new Set(subscriptions.map(({ topic }) => topic));
    return messages.filter(
      ({ position, audience }) =>
        position > ownerSince && (audience.kind !== 'topic' || topics.has(audience.topic)),
    );
  }

  async #planNext(connection: Connection): Promise<Pending | undefined> {
    const { db, head } = this.#options;
    const { delivery } = connection;
    const upTo = head();
    if (delivery.sentUpTo >= upTo) {
      // Nothing can be handed out between this comparison and the change. A run that others are still being sent is
      // among what this device has already.
      delivery.reachHead();
      return undefined;
    }
    const range = { after: delivery.sentUpTo, upTo };
    const missed = await readBacklog(db, connection, range);
    const now = Date.now();
    // What comes after this part may take the place of what is in it.
    const rest = { after: missed.upTo, upTo };
    const isAll = missed.upTo >= upTo;
    const newer = isAll ? [] : await newestKeys(db, connection.deviceId, rest, now);
    const { deliver, skip } = planBacklog(missed.messages, now, newer);
    delivery.plan({ deliver, next: 0, skip, upTo: missed.upTo });
    return delivery.pending;
  }

  async #sendPage(connection: Connection, pending: Pending): Promise<void> {
    const { ledger } = this.#options;
    const page = pending.deliver.slice(pending.next, pending.next + PAGE);
    const positions = page.map(({ position }) => position);
    const found = page.length > 0 ? await this.#read(connection, positions) : [];
    if (!connection.isOpen) return;
    const messages = this.#inTime(found, pending);
    // Messages that are stored next to each other can be of different kinds.
    const sentBatches = messages.map((message) => sentBatchOf([message]));
    if (messages.length > 0)
      connection.send(new MessageBatch(messages), performance.now(), sentBatches);
    for (const sentBatch of sentBatches) {
      if (sentBatch.last > connection.countedBefore) {
        ledger.noteAll(sentBatch, connection.deviceId, 'sent');
      }
    }
    connection.delivery.advance(page.length, positions.at(-1) ?? pending.upTo);
    this.#pass(connection, messages, pending);
    // Others want their turn: the embedded database answers without waiting.
    if (page.length > 0) await new Promise(setImmediate);
  }

  /** Leaves out what expired since it was found out what a device missed. */
  #inTime(messages: StoredMessage[], pending: Pending): StoredMessage[] {
    const now = Date.now();
    const late = messages.filter(({ expiresAt }) => expiresAt <= now);
    if (late.length === 0) return messages;
    const skip = late.map(({ id, position }) => ({ id, position, reason: 'expired' as const }));
    pending.skip = [...skip, ...pending.skip].toSorted(
      (one, other) => one.position - other.position,
    );
    return messages.filter(({ expiresAt }) => expiresAt > now);
  }

  /** Takes note of how far a device is now, and of what it did not get on the way. */
  #pass(connection: Connection, sent: readonly StoredMessage[], { skip }: Pending): void {
    const { ledger } = this.#options;
    const { deviceId, countedBefore } = connection;
    const { sentUpTo } = connection.delivery;
    const end = skip.findIndex(({ position }) => position > sentUpTo);
    const passed = skip.splice(0, end < 0 ? skip.length : end);
    for (const { id, position, reason } of passed) {
      if (position <= countedBefore) continue;
      ledger.note(id, deviceId, reason === 'expired' ? 'expired' : 'dropped', reason);
    }
    const isNothingSent = sent.length === 0 && connection.unacknowledgedSince === undefined;
    const wasNothingSent = connection.pass(sent, passed);
    if (passed.length > 0 && isNothingSent && wasNothingSent) {
      // It has nothing to keep, and so nothing to acknowledge.
      connection.forgetSkipped(sentUpTo);
      ledger.acknowledge(deviceId, sentUpTo);
    } else if (sent.length + passed.length > 0) {
      ledger.mark(deviceId, connection.countedUpTo(sentUpTo));
    }
  }
}
