import { LIMITS } from '@host/contracts';

import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { lockDevice } from '../devices/deviceRows.ts';
import {
  type SubscriptionRow,
  countOtherTopics,
  deleteSubscriptions,
  insertSubscriptions,
  subscriptionsOf,
} from '../devices/topicRows.ts';
import { collectForOwners } from '../inbox/collectInboxes.ts';
import { readClock } from '../messages/clockRows.ts';

const MOST_LEAVING_AT_ONCE = 100;

/** Subscribes devices to topics. */
export class TopicService {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Subscribes devices to a topic; gives back those that have too many topics already. */
  subscribe(topic: string, deviceIds: readonly number[]): Promise<Set<number>> {
    return this.#db.transaction(async (tx) => {
      const full = await this.#thoseThatAreFull(tx, topic, deviceIds);
      const added = deviceIds.filter((id) => !full.has(id));
      await insertSubscriptions(tx, topic, added, await readClock(tx), Date.now());
      await notifyDevices(tx, added);
      return full;
    });
  }

  /** Subscribes a device by its own word. `demandRoom` is told what it has, while nobody else subscribes it. */
  subscribeOne(
    topic: string,
    deviceId: number,
    demandRoom: (own: readonly SubscriptionRow[]) => void,
  ): Promise<void> {
    return this.#db.transaction(async (tx) => {
      await lockDevice(tx, deviceId);
      const own = await subscriptionsOf(tx, deviceId);
      if (own.some((each) => each.topic === topic)) return;
      demandRoom(own);
      await insertSubscriptions(tx, topic, [deviceId], await readClock(tx), Date.now());
      await notifyDevices(tx, [deviceId]);
    });
  }

  /** Unsubscribes devices. What was sent to the topic until then stays in the inboxes of their people. */
  async unsubscribe(topic: string, deviceIds: readonly number[]): Promise<void> {
    // Little by little: others write, too.
    for (let start = 0; start < deviceIds.length; start += MOST_LEAVING_AT_ONCE) {
      const part = deviceIds.slice(start, start + MOST_LEAVING_AT_ONCE);
      await this.#db.transaction(async (tx) => {
        await collectForOwners(tx, part);
        await deleteSubscriptions(tx, topic, part);
        await notifyDevices(tx, part);
      });
    }
  }

  async #thoseThatAreFull(
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
