import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Database } from '../../../storage/database/Database.types.ts';
import type { StoredMessage } from '../../messages/Message.types.ts';
import { AT_THE_START } from '../../testing/deviceCursor.ts';
import { Connection, type Wire } from '../connection/Connection.ts';
import { FanOut, type Following } from './FanOut.ts';
import { DeliveryLedger } from '../ledger/DeliveryLedger.ts';
import { ConnectionIndex } from './ConnectionIndex.ts';
import type { MessageBatch } from '../batches/MessageBatch.ts';

const TOPICS = ['a', 'b', 'c'];

function message(position: number, topic: string): StoredMessage {
  return {
    id: position,
    position,
    audience: { kind: 'topic', topic },
    collapseKey: undefined,
    packageName: undefined,
    payload: '{}',
    sendAt: 0,
    expiresAt: 1e15,
  };
}

/** A device that reads everything, or nothing any more from some message on. */
class Device implements Wire {
  readonly hearsBack = false;
  readonly descriptor = -1;
  readonly got: number[] = [];
  readonly connection: Connection;
  readonly stopsAfter: number;

  constructor(id: number, stopsAfter: number) {
    this.stopsAfter = stopsAfter;
    this.connection = new Connection(id, this, 0, AT_THE_START, {
      now: 0,
      nextHeartbeat: 0,
    });
    const { delivery } = this.connection;
    delivery.loaded();
    delivery.startCatchUp();
    delivery.reachHead();
  }

  get bufferedBytes(): number {
    return this.got.length >= this.stopsAfter ? 1e9 : 0;
  }
  write({ messages }: MessageBatch): void {
    this.got.push(...messages.map(({ position }) => position));
  }
  sendEvent(): void {}
  heartbeat(): void {}
  close(): void {}
}

const device = fc.record({
  topics: fc.subarray(TOPICS),
  stopsAfter: fc.oneof({ weight: 4, arbitrary: fc.constant(1e9) }, fc.nat(5)),
});

describe('messages to topics, while more of them come', () => {
  it('reach every device once and in order, as long as it takes them', () => {
    const batches = fc.array(
      fc.array(fc.constantFrom('a', 'a', 'a', ...TOPICS), { minLength: 1 }),
      {
        maxLength: 12,
      },
    );
    // More than are written to without a pause, of a few kinds.
    const kinds = fc.array(device, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(batches, kinds, fc.integer({ min: 1, max: 1800 }), (given, some, count) => {
        const connections = new ConnectionIndex();
        const devices = Array.from({ length: count }, (_, index) => {
          const { topics, stopsAfter } = some[index % some.length]!;
          const each = new Device(index, stopsAfter);
          connections.add(each.connection);
          connections.setTopics(each.connection, new Set(topics));
          return each;
        });
        let position = 0;
        const queue = given.map((topics) => topics.map((topic) => message(++position, topic)));
        const all = queue.flat();
        let head = 0;
        const next = () => {
          const batch = queue.shift()!;
          head = batch.at(-1)!.position;
          return batch;
        };
        const following: Following = (goesWith) => (queue[0]?.every(goesWith) ? next() : []);
        const db = { transaction: async () => [] } as unknown as Database;
        const ledger = new DeliveryLedger(db);
        const delivery = new FanOut({
          connections,
          ledger,
          head: () => head,
          sendToAll: undefined,
        });
        while (queue.length > 0) {
          for (const _ of delivery.deliver(next(), following)) {
            const ahead = devices.filter(
              ({ connection, got }) => (got.at(-1) ?? 0) > delivery.sentUpTo(connection),
            );
            expect(ahead).toEqual([]);
          }
        }
        expect(devices.filter((each) => !isRight(each, all))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

/** Whether a device got what it should; one that stopped reading goes on in storage exactly where it stopped. */
function isRight({ connection, got, stopsAfter }: Device, all: readonly StoredMessage[]): boolean {
  const wanted = all.filter(({ audience }) => connection.topics.has(topicOf(audience)));
  const positions = wanted.map(({ position }) => position);
  if (got.some((position, index) => position !== positions[index])) return false;
  if (connection.isLive) return got.length === positions.length;
  const { sentUpTo } = connection.delivery;
  const goesOn = sentUpTo >= (got.at(-1) ?? 0) && sentUpTo < positions[got.length]!;
  return goesOn && got.length >= stopsAfter;
}

function topicOf(audience: StoredMessage['audience']): string {
  return audience.kind === 'topic' ? audience.topic : '';
}
