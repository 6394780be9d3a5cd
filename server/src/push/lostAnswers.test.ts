import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import type { Database } from '../storage/database/Database.types.ts';
import { openDatabase } from '../storage/database/openDatabase.ts';
import { type Proxy, openProxy } from '../storage/database/testing/openProxy.ts';
import { type TestPlaceOnNetwork, postgres } from '../testing/testDatabase.ts';
import { insertDevice } from './device-lifecycle/ownershipRows.ts';
import { findDevice } from './devices/deviceRows.ts';
import { JobQueue } from './jobs/JobQueue.ts';
import { DeliveryLedger } from './live/ledger/DeliveryLedger.ts';
import { SentBatch } from './live/batches/SentBatch.ts';
import { MessageLog } from './messages/MessageLog.ts';
import { findMessage } from './messages/messageRows.ts';
import { startPushServer } from './testing/pushServer.ts';

const url = inject('postgresUrl');

/** The database commits, and the connection breaks in the place of its answer. */
describe.each(url === undefined ? [] : [url])('when an answer is lost', (postgresUrl) => {
  let place: TestPlaceOnNetwork;
  let proxy: Proxy;
  let db: Database;
  let other: Database;
  beforeEach(async () => {
    place = await postgres(postgresUrl).createPlace();
    proxy = await openProxy(place.url);
    db = await openDatabase({ url: proxy.url });
    other = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await other.close();
    await proxy.close();
    await place.remove();
  });

  const store = () =>
    new MessageLog({ db: other, onCommit: () => {}, usesPushServices: () => false }).append({
      sender: 's',
      audience: { kind: 'topic', topic: 'news' },
      collapseKey: undefined,
      payload: { priority: 'normal' },
      createdAt: 1,
      sendAt: 1,
      expiresAt: Number.MAX_SAFE_INTEGER,
    });
  const countOf = async (sql: string) => (await other.get<{ count: number }>(sql))!.count;

  it('what became of messages is counted once, and what follows as well', async () => {
    const id = await store();
    const known = { token: 't', platform: 'ios', app: null, personId: null, address: null };
    const device = await insertDevice(other, { ...known, now: 1, position: 0, hasCome: true });
    const told: unknown[] = [];
    const ledger = new DeliveryLedger(db, undefined, (...each) => told.push(each));
    const sent = new SentBatch([{ id, position: id }], false);
    ledger.countAll(sent, 'sent', 3);
    ledger.acknowledge(device!.id, 1, 1000);
    proxy.loseAnswerTo('COMMIT');
    expect(await ledger.flush()).toBe(false);
    expect(ledger.hasEntriesOf(device!.id)).toBe(true);
    ledger.countAll(sent, 'sent', 2);
    expect(await ledger.flush()).toBe(true);
    expect(ledger.hasEntriesOf(device!.id)).toBe(false);
    expect(await findMessage(other, id)).toMatchObject({ sent: 5 });
    expect(await findDevice(other, 't')).toMatchObject({ position: 1 });
    expect(await countOf('SELECT CAST(SUM(sent) AS BIGINT) AS count FROM send_days')).toBe(5);
    expect(told).toEqual([
      ['sent', 3],
      ['sent', 2],
    ]);
  });

  it('a device of a range is tried again once', async () => {
    const id = await store();
    await other.run('INSERT INTO push_jobs (message_id, due_at) VALUES (?, 0)', id);
    const queue = new JobQueue(db);
    const [job] = await queue.take(1);
    const dueAt = Date.now() + 60_000;
    const retriesOf = (deviceId: number) => [{ deviceId, dueAt, attempts: 1 }];
    const twice = async (write: () => Promise<void>) => {
      proxy.loseAnswerTo('COMMIT');
      await expect(write()).rejects.toMatchObject({ code: 'unavailable' });
      await write();
    };
    await twice(() => queue.advance(job!, 500, retriesOf(7)));
    await twice(() => queue.putOff(job!, dueAt, retriesOf(8)));
    await twice(() => queue.finish(job!, retriesOf(9)));
    const rows = await other.all('SELECT device_id FROM push_jobs ORDER BY id');
    expect(rows).toEqual([{ device_id: 7 }, { device_id: 8 }, { device_id: 9 }]);
  });

  /** Holds the clock of positions, for which sends wait, until it is released. */
  const holdClock = async () => {
    let release = () => {};
    const isOver = new Promise<void>((resolve) => void (release = resolve));
    const holding = other.transaction(async (tx) => {
      await tx.run('SET LOCAL idle_in_transaction_session_timeout = 0');
      await tx.run(`UPDATE push_clock SET last = last WHERE name = 'position'`);
      await isOver;
    });
    return () => {
      release();
      return holding;
    };
  };
  const untilSendWaits = async () => {
    const waiting = () =>
      countOf(`SELECT COUNT(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'
        AND datname = current_database() AND query LIKE '%INSERT INTO push_messages%'`);
    await expect.poll(waiting).toBe(1);
  };
  it('a send that is repeated elsewhere, while the database is still at work on it, is one message', async () => {
    const nodes = [await startPushServer({ db }), await startPushServer({ db: other })];
    const release = await holdClock();
    try {
      const body = { to: '/topics/news', data: { n: '1' } };
      const [first, again] = nodes.map((node) => () => node.fcm(body, { 'idempotency-key': 'k' }));
      const unanswered = first!();
      await untilSendWaits();
      await proxy.goAway();
      expect((await unanswered).statusCode).toBe(503);
      // It waits for the lock of the first, which its node cannot give back.
      const answered = again!();
      await release();
      const { statusCode, body: text } = await answered;
      expect(statusCode).toBe(200);
      const ids = await other.all<{ id: number }>('SELECT id FROM push_messages');
      expect(ids).toHaveLength(1);
      expect(text).toContain(String(ids[0]!.id));
    } finally {
      await release();
      await proxy.comeBack();
      for (const node of nodes) await node.close();
    }
  });
});
