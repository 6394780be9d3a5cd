import { setTimeout as wait } from 'node:timers/promises';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findDeviceById } from '../devices/deviceRows.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { messagesAt } from '../messages/messageRows.ts';
import { missedBySubscribing, readBacklog } from './backlog/Backlog.ts';
import { newestKeys } from './backlog/backlogRows.ts';
import type { Connection } from './connection/Connection.ts';
import type { DeliveryLedger } from './ledger/DeliveryLedger.ts';
import type { DeliveryState, Pending } from './connection/DeliveryState.ts';
import { sentBatchOf } from './batches/SentBatch.ts';
import { type SkippedMessage, planBacklog } from './backlog/planBacklog.ts';
import { MessageBatch } from './batches/MessageBatch.ts';

const PAGE = 100;
const RETRY_MS = 1000;

interface CatchUpOptions {
  db: Queries;
  ledger: DeliveryLedger;
  /** The position up to which live devices were sent everything. */
  head: () => number;
  /** Called when a device stays behind for now, since its backlog cannot be read. */
  onFailure: (connection: Connection, error: unknown) => void;
}

/** Sends stored messages to devices that are behind, as fast as they acknowledge them, until they are at the head. */
export class CatchUp {
  readonly #options: CatchUpOptions;

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /** Sends stored messages until the device is at the head or has no room for more. */
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
   * Sends what was published between a subscription and the moment this node learned of it, before anything newer. `before`
   * are the topics that this node knew until then.
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
    const messages = await this.#whenRead(connection, async () => {
      const missed = await missedBySubscribing(db, connection, added, upTo, before);
      const { deliver } = planBacklog(missed, Date.now());
      return this.#read(
        connection,
        deliver.map(({ position }) => position),
      );
    });
    if (connection.isOpen && messages.length > 0) {
      const batch = new MessageBatch(messages);
      connection.send(batch, performance.now());
      ledger.countAll(batch.sentBatch, 'sent', 1);
    }
    delivery.pauseCatchUp();
    void this.run(connection);
  }

  /** Retries until the read succeeds: newer messages must not overtake these. */
  async #whenRead(
    connection: Connection,
    read: () => Promise<StoredMessage[]>,
  ): Promise<StoredMessage[]> {
    while (connection.isOpen) {
      try {
        return await read();
      } catch {
        await wait(RETRY_MS, undefined, { ref: false });
      }
    }
    return [];
  }

  /**
   * Reads messages and drops those that are no longer for the device: its owner or its topics may have changed meanwhile.
   */
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
      // Synchronous, so no message can be fanned out between this comparison and the change of state. A round in progress
      // contains only messages that this device was just sent.
      delivery.reachHead();
      return undefined;
    }
    const range = { after: delivery.sentUpTo, upTo };
    const missed = await readBacklog(db, connection, range);
    const now = Date.now();
    // A later message with the same collapse key replaces one of these.
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
    const messages = this.#inTime(found, connection.delivery);
    // One batch for each message: adjacent messages can have different kinds of audiences.
    const sentBatches = messages.map((message) => sentBatchOf([message]));
    if (messages.length > 0)
      connection.send(new MessageBatch(messages), performance.now(), sentBatches);
    for (const sentBatch of sentBatches) {
      if (sentBatch.last > connection.countedBefore) {
        ledger.recordAll(sentBatch, connection.deviceId, 'sent', connection.session);
      }
    }
    const passed = connection.delivery.advance(page.length, positions.at(-1) ?? pending.upTo);
    this.#pass(connection, messages, passed);
    // Reads of the embedded database block this thread: let other work run between pages.
    if (page.length > 0) await new Promise(setImmediate);
  }

  /** Leaves out messages that have expired since the backlog was read. */
  #inTime(messages: StoredMessage[], delivery: DeliveryState): StoredMessage[] {
    const now = Date.now();
    const late = messages.filter(({ expiresAt }) => expiresAt <= now);
    if (late.length === 0) return messages;
    delivery.skip(late.map(({ id, position }) => ({ id, position, reason: 'expired' as const })));
    return messages.filter(({ expiresAt }) => expiresAt > now);
  }

  /** Records a device's progress, and which messages were skipped on the way. */
  #pass(
    connection: Connection,
    sent: readonly StoredMessage[],
    passed: readonly SkippedMessage[],
  ): void {
    const { ledger } = this.#options;
    const { deviceId, countedBefore, session } = connection;
    const { sentUpTo } = connection.delivery;
    for (const { id, position, reason } of passed) {
      if (position <= countedBefore) continue;
      const progress = reason === 'expired' ? 'expired' : 'dropped';
      ledger.record(id, deviceId, progress, reason, session);
    }
    const isNothingSent = sent.length === 0 && connection.unacknowledgedSince === undefined;
    const wasNothingSent = connection.pass(sent, passed);
    if (passed.length > 0 && isNothingSent && wasNothingSent) {
      // Everything was skipped, so there is nothing for the device to acknowledge.
      connection.forgetSkipped(sentUpTo);
      ledger.acknowledge(deviceId, sentUpTo, undefined, session);
    } else if (sent.length + passed.length > 0) {
      ledger.markCounted(deviceId, connection.countedUpTo(sentUpTo), session);
    }
  }
}
