import { LIMITS } from '@host/contracts';

import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { leaveTopic } from '../device-lifecycle/leaveTopic.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { lockDevice } from '../devices/deviceRows.ts';
import {
  type SubscriptionRow,
  countOtherTopics,
  insertSubscriptions,
  subscriptionsOf,
} from '../devices/topicRows.ts';
import { readClock } from '../messages/clockRows.ts';

const MAX_LEAVING_AT_ONCE = 100;

/** Subscribes devices to topics. */
export class TopicService {
  readonly #db: Database;
  readonly #onLeft: (deviceIds: readonly number[]) => Promise<void>;

  /** @param onLeft informs connected devices that they left a topic */
  constructor(db: Database, onLeft: (deviceIds: readonly number[]) => Promise<void>) {
    this.#db = db;
    this.#onLeft = onLeft;
  }

  /** Subscribes devices to a topic. Returns those that have too many topics already. */
  subscribe(topic: string, deviceIds: readonly number[]): Promise<Set<number>> {
    return this.#db.transaction(async (tx) => {
      const full = await this.#fullDevices(tx, topic, deviceIds);
      const added = deviceIds.filter((id) => !full.has(id));
      await insertSubscriptions(tx, topic, added, await readClock(tx), Date.now());
      await notifyDevices(tx, added);
      return full;
    });
  }

  /** Subscribes a device at its own request. `requireRoom` gets its current topics, under a lock on its subscriptions. */
  subscribeOne(
    topic: string,
    deviceId: number,
    requireRoom: (own: readonly SubscriptionRow[]) => void,
  ): Promise<void> {
    return this.#db.transaction(async (tx) => {
      await lockDevice(tx, deviceId);
      const own = await subscriptionsOf(tx, deviceId);
      if (own.some((each) => each.topic === topic)) return;
      requireRoom(own);
      await insertSubscriptions(tx, topic, [deviceId], await readClock(tx), Date.now());
      await notifyDevices(tx, [deviceId]);
    });
  }

  /**
   * Unsubscribes devices, a few in each transaction, since other writers wait for it. Messages that this node sends afterwards
   * do not reach them; other nodes may learn of it a moment later.
   */
  async unsubscribe(topic: string, deviceIds: readonly number[]): Promise<void> {
    for (let start = 0; start < deviceIds.length; start += MAX_LEAVING_AT_ONCE) {
      const part = deviceIds.slice(start, start + MAX_LEAVING_AT_ONCE);
      await this.#db.transaction((tx) => leaveTopic(tx, topic, part));
    }
    await this.#onLeft(deviceIds);
  }

  async #fullDevices(
    tx: Transaction,
    topic: string,
    deviceIds: readonly number[],
  ): Promise<Set<number>> {
    const full = new Set<number>();
    for (const id of deviceIds) {
      if ((await countOtherTopics(tx, id, topic)) >= LIMITS.topicsPerDevice) full.add(id);
    }
    return full;
  }
}
