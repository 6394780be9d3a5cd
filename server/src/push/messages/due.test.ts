import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { countStatements } from '../../storage/database/testing/countStatements.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { insertDevice } from '../device-lifecycle/ownershipRows.ts';
import { cancelRefused } from './cancelRefused.ts';
import type { CommittedBatch, NewMessage } from './Message.types.ts';
import { MessageLog } from './MessageLog.ts';

const DUE = 500;
const STATEMENTS = 3;

const scheduled: Omit<NewMessage, 'audience'> = {
  sender: 's',
  collapseKey: undefined,
  payload: { priority: 'normal' },
  createdAt: 1,
  sendAt: 2,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

describe.each(testEngines())('messages that are due ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  let batches: CommittedBatch[];
  let device: number;
  beforeEach(async () => {
    place = await engine.createPlace();
    db = await place.open();
    batches = [];
    device = await addDevice('phone', '{}');
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });
  const logOn = (database: Database) =>
    new MessageLog({
      db: database,
      onCommit: (batch) => batches.push(batch),
      usesPushServices: () => true,
      cancelRefused: (senders, now) => cancelRefused(database, senders, now),
    });
  const addDevice = async (token: string, address: string | null) => {
    const known = { platform: 'ios', app: null, personId: null, now: 1, position: 0 };
    return (await insertDevice(db, { token, address, hasCome: true, ...known }))!.id;
  };
  const toDevices = (...ids: number[]): NewMessage => ({
    ...scheduled,
    audience: { kind: 'devices', devices: ids.map((id) => ({ id, hasPushService: true })) },
  });
  const schedule = async (messages = Array.from({ length: DUE }, () => toDevices(device))) => {
    const log = logOn(db);
    const ids = await Promise.all(messages.map((message) => log.append(message)));
    batches = [];
    return ids;
  };
  const positions = () => batches.flatMap(({ messages }) => messages.map((each) => each.position));

  it('are placed together, by few statements, in their order', async () => {
    const ids = await schedule();
    const log = logOn(db);
    const statements = await countStatements(async () => {
      expect(await log.placeDue(2)).toBe(true);
    });
    // The embedded engine is asked in the process.
    expect(statements).toBe(db.isShared ? STATEMENTS : 0);
    const { from, to, messages } = batches[0]!;
    expect([from, to]).toEqual([DUE + 1, 2 * DUE]);
    expect(messages.map(({ id }) => id)).toEqual(ids.toSorted((a, b) => a - b));
    expect(positions()).toEqual(Array.from({ length: DUE }, (_, index) => from + index));
    const stored = await db.all<{ position: number }>(
      `SELECT d.position FROM push_deliveries d JOIN push_messages m ON m.id = d.message_id
        WHERE d.state = 'stored' AND m.state = 'stored' AND d.position = m.position`,
    );
    expect(stored).toHaveLength(DUE);
    const jobs = await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM push_jobs');
    expect(jobs).toEqual({ count: DUE });
    expect(await log.placeDue(2)).toBe(false);
  });

  it('are placed once, however many nodes look at the same time', async () => {
    await schedule();
    const others = db.isShared ? [await place.open(), await place.open()] : [];
    await Promise.all([db, ...others].map((each) => logOn(each).placeDue(2)));
    expect(positions().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: DUE }, (_, index) => DUE + 1 + index),
    );
    for (const other of others) await other.close();
  });

  it('are for those who have the device still, and wake push services for those who can be reached', async () => {
    const [silent, sold] = [await addDevice('silent', null), await addDevice('sold', '{}')];
    const [direct, topical] = await schedule([
      toDevices(device, silent, sold),
      { ...scheduled, audience: { kind: 'topic', topic: 'news' } },
    ]);
    await db.run('UPDATE devices SET owner_since = ? WHERE id = ?', direct!, sold);
    expect(await logOn(db).placeDue(2)).toBe(true);
    const { messages } = batches[0]!;
    expect(messages[0]!.audience).toEqual({ kind: 'devices', deviceIds: [device, silent] });
    expect(messages[1]!.audience).toEqual({ kind: 'topic', topic: 'news' });
    const states = await db.all('SELECT device_id, state, reason FROM push_deliveries ORDER BY 1');
    expect(states).toEqual([
      { device_id: device, state: 'stored', reason: null },
      { device_id: silent, state: 'stored', reason: null },
      { device_id: sold, state: 'dropped', reason: 'owner-changed' },
    ]);
    const jobs = await db.all('SELECT message_id, device_id FROM push_jobs ORDER BY 1');
    expect(jobs).toEqual([
      { message_id: direct, device_id: device },
      { message_id: topical, device_id: null },
    ]);
  });

  it('are placed in parts where they are for very many devices', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => 1000 + index);
    await schedule(Array.from({ length: 25 }, () => toDevices(...many)));
    const log = logOn(db);
    const placed: number[] = [];
    while (await log.placeDue(2)) placed.push(positions().length);
    expect(placed).toEqual([20, 25]);
    expect(new Set(positions()).size).toBe(25);
  });
});
