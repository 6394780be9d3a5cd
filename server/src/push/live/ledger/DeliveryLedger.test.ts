import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../../storage/database/Database.types.ts';
import type { TestPlace } from '../../../testing/testDatabase.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { type DeviceRow, findDevice } from '../../devices/deviceRows.ts';
import { insertDevice } from '../../device-lifecycle/ownershipRows.ts';
import { collapseDeliveries } from '../../messages/collapseRows.ts';
import type { NewMessage } from '../../messages/Message.types.ts';
import { MessageLog } from '../../messages/MessageLog.ts';
import { INSERT_NEW } from '../../messages/newMessageRows.ts';
import {
  countDeliveries,
  findMessage,
  listDeliveries,
  listDrops,
} from '../../messages/messageRows.ts';
import { DeliveryLedger } from './DeliveryLedger.ts';
import type { Progress } from '../batches/Counts.types.ts';
import { SentBatch } from '../batches/SentBatch.ts';
import { takeDevice } from '../presence/presenceRows.ts';

const DEVICES = 50;

describe.each(testEngines())('what became of messages ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  let log: MessageLog;
  const devices: DeviceRow[] = [];

  beforeAll(async () => {
    place = await engine.createPlace();
    db = await place.open();
    log = new MessageLog({ db, onCommit: () => {}, usesPushServices: () => false });
    for (let index = 0; index < DEVICES; index++) {
      devices.push(await addDevice(`ledger-${index}`));
    }
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  const addDevice = async (token: string): Promise<DeviceRow> => {
    const known = { platform: 'ios', app: null, personId: null, address: null };
    return (await insertDevice(db, { token, ...known, now: 1, position: 0, hasCome: true }))!;
  };
  const store = (audience: NewMessage['audience']) =>
    log.append({
      sender: 's',
      audience,
      collapseKey: undefined,
      payload: { priority: 'normal' },
      createdAt: 1,
      sendAt: 1,
      expiresAt: Number.MAX_SAFE_INTEGER,
    });
  const topicBatch = async (length: number): Promise<SentBatch> => {
    const ids = await Promise.all(
      Array.from({ length }, () => store({ kind: 'topic', topic: 'news' })),
    );
    return new SentBatch(
      ids.map((id) => ({ id, position: id })),
      false,
    );
  };

  it('is counted for all messages that were sent together, and added to what is known', async () => {
    const ledger = new DeliveryLedger(db);
    const sentBatch = await topicBatch(3);
    ledger.countAll(sentBatch, 'sent', 10);
    ledger.recordAll(sentBatch, devices[0]!.id, 'delivered');
    await ledger.flush();
    ledger.recordAll(sentBatch, devices[1]!.id, 'delivered');
    ledger.recordAll(sentBatch.part(0, 1), devices[2]!.id, 'delivered');
    await ledger.flush();
    const rows = await Promise.all(sentBatch.messages.map(({ id }) => findMessage(db, id)));
    expect(rows.map((row) => [row!.sent, row!.delivered])).toEqual([
      [10, 3],
      [10, 2],
      [10, 2],
    ]);
  });

  it('is told to whoever keeps figures', async () => {
    const told: [Progress, number][] = [];
    const ledger = new DeliveryLedger(db, undefined, (...each) => told.push(each));
    const sentBatch = await topicBatch(1);
    ledger.countAll(sentBatch, 'sent', 10);
    ledger.countAll(sentBatch, 'sent', 5);
    await ledger.flush();
    expect(told).toEqual([['sent', 15]]);
  });

  it('is noted device by device for tokens, and only goes forward', async () => {
    const ledger = new DeliveryLedger(db);
    const audience = devices.slice(0, 3).map(({ id }) => ({ id, hasPushService: false }));
    const id = await store({ kind: 'devices', devices: audience });
    const deviceIds = audience.map((device) => device.id);
    const sentBatch = new SentBatch([{ id, position: id }], true);
    const [first, second, third] = deviceIds;
    ledger.recordAll(sentBatch, first!, 'sent');
    ledger.recordAll(sentBatch, first!, 'delivered');
    ledger.record(id, second!, 'dropped', `what's "wrong", {here}`);
    ledger.record(id, third!, 'opened');
    await ledger.flush();
    ledger.recordAll(sentBatch, third!, 'delivered');
    await ledger.flush();
    const found = await listDeliveries(db, id);
    expect(found.map(({ state, reason }) => [state, reason])).toEqual([
      ['delivered', null],
      ['dropped', `what's "wrong", {here}`],
      ['opened', null],
    ]);
  });

  it('is counted by reason where it was dropped, for a topic and for tokens', async () => {
    const ledger = new DeliveryLedger(db);
    const [one, two, three] = devices.map(({ id }) => id);
    const toTopic = (await topicBatch(1)).messages[0]!.id;
    const audience = [one!, two!, three!].map((id) => ({ id, hasPushService: false }));
    const toDevices = await store({ kind: 'devices', devices: audience });
    for (const id of [toTopic, toDevices]) {
      ledger.record(id, one!, 'dropped', 'UNREGISTERED');
      ledger.record(id, two!, 'dropped', 'collapsed');
    }
    await ledger.flush();
    for (const id of [toTopic, toDevices]) ledger.record(id, three!, 'dropped', 'collapsed');
    await ledger.flush();
    for (const id of [toTopic, toDevices]) {
      expect(await listDrops(db, (await findMessage(db, id))!)).toEqual([
        { reason: 'collapsed', devices: 2 },
        { reason: 'UNREGISTERED', devices: 1 },
      ]);
    }
    expect((await findMessage(db, toTopic))!.dropped).toBe(3);
  });

  it('moves positions forward, never back, and says when a device was there', async () => {
    const ledger = new DeliveryLedger(db);
    for (const [index, { id }] of devices.entries()) ledger.acknowledge(id, index + 1, 1000);
    await ledger.flush();
    ledger.acknowledge(devices[9]!.id, 3, 2000);
    ledger.acknowledge(devices[9]!.id, 2, 3000);
    ledger.acknowledge(devices[9]!.id, 1);
    await ledger.flush();
    const row = await findDevice(db, devices[9]!.token);
    expect(row).toMatchObject({ position: 10, last_seen: 3000 });
    const last = await findDevice(db, devices.at(-1)!.token);
    expect(last).toMatchObject({ position: DEVICES, last_seen: 1000 });
  });

  it('is kept while it cannot be written down, and written with what follows', async () => {
    const told: [Progress, number][] = [];
    let isAway = true;
    const away = new Error('The database is away');
    const transaction: Database['transaction'] = (work) =>
      isAway ? Promise.reject(away) : db.transaction(work);
    const ledger = new DeliveryLedger({ ...db, transaction }, undefined, (...each) =>
      told.push(each),
    );
    const sentBatch = await topicBatch(1);
    const device = await addDevice('patient');
    ledger.countAll(sentBatch, 'sent', 2);
    ledger.acknowledge(device.id, 7, 1000);
    expect(await ledger.flush()).toBe(false);
    ledger.countAll(sentBatch, 'sent', 3);
    ledger.acknowledge(device.id, 6);
    expect(await ledger.flush()).toBe(false);
    expect(told).toEqual([]);
    isAway = false;
    expect(await ledger.flush()).toBe(true);
    expect(told).toEqual([
      ['sent', 2],
      ['sent', 3],
    ]);
    expect((await findMessage(db, sentBatch.messages[0]!.id))!.sent).toBe(5);
    expect(await findDevice(db, 'patient')).toMatchObject({ position: 7, last_seen: 1000 });
  });

  it.each([engine].filter(({ name }) => name === 'PostgreSQL'))(
    'of a session that another node has ended is not written ($name)',
    async () => {
      const { id } = await addDevice('fenced');
      const take = async () => (await takeDevice(db, id, 'node', true))!;
      const session = await take();
      const [late, next] = [new DeliveryLedger(db), new DeliveryLedger(db)];
      const lost: [number, number][] = [];
      late.onFenced((...each) => lost.push(each));
      const [early, other] = [await topicBatch(1), await topicBatch(1)];
      late.recordAll(early, id, 'delivered', session);
      late.acknowledge(id, early.last, undefined, session);
      await late.flush();
      // This node is suspended while another one takes over.
      late.recordAll(other, id, 'delivered', session);
      late.record(other.messages[0]!.id, id, 'dropped', 'x', session);
      late.countAll(other, 'sent', 3);
      late.acknowledge(id, other.last, undefined, session);
      const newer = await take();
      next.recordAll(other, id, 'delivered', newer);
      next.acknowledge(id, other.last - 1, undefined, newer);
      await next.flush();
      expect(await late.flush()).toBe(true);
      const rows = [early, other].map(({ messages }) => findMessage(db, messages[0]!.id));
      const counts = (await Promise.all(rows)).map((row) => [
        row!.sent,
        row!.delivered,
        row!.dropped,
      ]);
      expect(counts).toEqual([
        [0, 1, 0],
        [3, 1, 0],
      ]);
      const unsaid = (await findMessage(db, other.messages[0]!.id))!;
      expect(await listDrops(db, unsaid)).toEqual([]);
      expect(await findDevice(db, 'fenced')).toMatchObject({ position: other.last - 1 });
      expect(lost).toEqual([[id, session]]);
    },
  );

  describe('under a collapse key', () => {
    const storeUnder = (collapseKey: string, deviceIds: readonly number[]) =>
      db.insertNumbered(INSERT_NEW, 1, {
        rowsFrom: (id) => [
          [[id, id, 's', null, null, collapseKey, null, '{}', 0, 'stored', 1, 1, 1e15]],
          [],
          deviceIds.map((deviceId) => [id, deviceId, id, 'stored', 1]),
          [],
          [],
        ],
      });
    const collapse = (messageId: number, collapseKey: string, deviceIds: readonly number[]) =>
      db.transaction((tx) =>
        collapseDeliveries(
          tx,
          deviceIds.map((deviceId) => ({ deviceId, collapseKey, messageId, now: 2 })),
        ),
      );
    const droppedOf = async (id: number) => {
      const states = (await listDeliveries(db, id)).map(({ state }) => state);
      const counts = await countDeliveries(db, [(await findMessage(db, id))!]);
      return { dropped: counts.get(id)!.get('dropped') ?? 0, states };
    };
    // Those whose position no other test moves.
    const waiting: number[] = [];
    beforeAll(async () => {
      for (const token of ['one', 'two', 'three']) waiting.push((await addDevice(token)).id);
    });

    it('is counted as dropped on each device once, however often newer ones come', async () => {
      const [first, second] = [
        await storeUnder('score', waiting),
        await storeUnder('score', waiting),
      ];
      const other = await storeUnder('other', waiting);
      const [one, two, three] = waiting as [number, number, number];
      await collapse(second, 'score', [one]);
      expect(await droppedOf(first)).toEqual({
        dropped: 1,
        states: ['dropped', 'stored', 'stored'],
      });
      await collapse(second, 'score', [one, two, two]);
      await collapse(second, 'score', [one, two, three]);
      await collapse(second, 'score', waiting);
      const all = { dropped: 3, states: ['dropped', 'dropped', 'dropped'] };
      const none = { dropped: 0, states: ['stored', 'stored', 'stored'] };
      expect(await droppedOf(first)).toEqual(all);
      expect(await droppedOf(second)).toEqual(none);
      expect(await droppedOf(other)).toEqual(none);
    });

    it('is not counted as dropped where it was on its way and arrived', async () => {
      const [one, two] = waiting as [number, number];
      const [first, second] = [
        await storeUnder('late', [one, two]),
        await storeUnder('late', [one, two]),
      ];
      await collapse(second, 'late', [one, two]);
      const ledger = new DeliveryLedger(db);
      ledger.record(first, one, 'sent');
      ledger.record(first, one, 'delivered');
      ledger.record(first, two, 'dropped', 'collapsed');
      await ledger.flush();
      expect(await droppedOf(first)).toEqual({ dropped: 1, states: ['delivered', 'dropped'] });
    });

    it('is counted exactly while devices acknowledge', async () => {
      const ids: number[] = [];
      for (let n = 0; n < 20; n++) ids.push(await storeUnder('busy', waiting));
      const newest = await storeUnder('busy', waiting);
      const ledgers = [new DeliveryLedger(db), new DeliveryLedger(db)];
      for (const [n, id] of ids.toReversed().entries()) {
        ledgers[n % 2]!.record(id, waiting[n % 3]!, 'delivered');
      }
      const collapses = waiting.toReversed().map((id) => collapse(newest, 'busy', [id]));
      await Promise.all([...ledgers.map((ledger) => ledger.flush()), ...collapses]);
      for (const id of ids) {
        const { dropped, states } = await droppedOf(id);
        expect(states.toSorted()).toEqual(['delivered', 'dropped', 'dropped']);
        expect(dropped).toBe(2);
      }
    });
  });

  it('takes a few trips to the engine, however many devices acknowledged', async () => {
    let trips = 0;
    const ledger = new DeliveryLedger(counting(db, () => trips++));
    for (const { id } of devices) ledger.acknowledge(id, 100);
    ledger.countAll(await topicBatch(20), 'delivered', 7);
    await ledger.flush();
    // The cursors, the counts of messages, those of the day; where nodes share it, which write it was.
    expect(trips).toBe(db.isShared ? 4 : 3);
    expect(await findDevice(db, devices[0]!.token)).toMatchObject({ position: 100 });
  });
});

/** A database that counts the trips of statements inside of transactions. */
function counting(db: Database, count: () => void): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          run(sql, ...parameters) {
            count();
            return tx.run(sql, ...parameters);
          },
          runMany(sql, rows) {
            // On PostgreSQL an UPDATE of many rows is a trip for each.
            const trips = db.isShared ? rows.length : Math.min(rows.length, 1);
            for (let trip = 0; trip < trips; trip++) count();
            return tx.runMany(sql, rows);
          },
          updateMany(update, rows) {
            if (rows.length > 0) count();
            return tx.updateMany(update, rows);
          },
        }),
      ),
  };
}
