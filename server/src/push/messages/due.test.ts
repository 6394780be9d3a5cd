import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { countStatements } from '../../storage/database/testing/countStatements.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { insertDevice } from '../device-lifecycle/ownershipRows.ts';
import { cancelRefused } from './cancelRefused.ts';
import type { DueMessage } from './dueRows.ts';
import type { CommittedBatch, NewMessage } from './Message.types.ts';
import { MessageLog } from './MessageLog.ts';

const DUE = 500;
const STATEMENTS = 2;
/** BEGIN and COMMIT. */
const TRANSACTION = 2;

const scheduled: Omit<NewMessage, 'audience'> = {
  sender: 'server-key',
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
  const check = (database: Database) => (due: readonly DueMessage[], now: number) =>
    cancelRefused({ db: database, grantOfPerson: () => undefined }, due, now);
  const logOn = (database: Database, before = check(database)) =>
    new MessageLog({
      db: database,
      onCommit: (batch) => batches.push(batch),
      usesPushServices: () => true,
      cancelRefused: before,
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

  it('are placed by nobody who has not looked at them, though another node took the first meanwhile', async () => {
    await schedule(Array.from({ length: DUE + 10 }, () => toDevices(device)));
    const overtaken = logOn(db, async () => {
      await logOn(db).placeDue(2);
      return false;
    });
    expect(await overtaken.placeDue(2)).toBe(false);
    expect(positions()).toHaveLength(DUE);
    expect(await logOn(db).placeDue(2)).toBe(true);
    expect(positions()).toHaveLength(DUE + 10);
  });

  it('are checked and cancelled by few statements, however many senders and mini-apps they are of', async () => {
    const many = Array.from({ length: DUE }, (_, index) => index);
    const appOf = (index: number) => `com.acme.app${index}`;
    await db.runMany(
      `INSERT INTO server_keys (id, name, secret_hash, scopes, mini_apps, created_at)
        VALUES (?, ?, ?, ?, ?, ?)`,
      many.map((index) => [`key ${index}`, 'k', `${index}`, '[]', `["${appOf(index)}"]`, 1]),
    );
    await db.runMany(
      `INSERT INTO mini_programs (app_id, name, latest_version, latest_order, suspended, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      many.map((index) => [appOf(index), 'n', '1.0.0', '1', 0, 1, 1]),
    );
    const ofAll = () =>
      schedule(
        many.map((index) => ({
          ...scheduled,
          sender: `key ${index}`,
          audience: { kind: 'topic', topic: 'news' },
          payload: { priority: 'normal', app: { id: appOf(index), name: 'n' } },
        })),
      );
    await ofAll();
    const log = logOn(db);
    const statements = () => countStatements(async () => void (await log.placeDue(2)));
    // Keys and tokens, payloads, and mini-apps.
    expect(await statements()).toBe(db.isShared ? STATEMENTS + 3 : 0);
    expect(positions()).toHaveLength(DUE);
    await ofAll();
    await db.run(`UPDATE mini_programs SET suspended = 1`);
    await db.run(`UPDATE server_keys SET revoked_at = 1 WHERE id LIKE '%7'`);
    // What is due and those three; for each of two reasons messages and deliveries; the audit log, and the hint for other nodes.
    expect(await statements()).toBe(db.isShared ? 4 + TRANSACTION + 2 * 2 + 2 : 0);
    const reasons = await db.all(
      `SELECT cancelled_because, COUNT(*) AS messages FROM push_messages WHERE state = 'cancelled'
        GROUP BY cancelled_because ORDER BY cancelled_because`,
    );
    expect(reasons).toEqual([
      { cancelled_because: 'mini-app-suspended', messages: 450 },
      { cancelled_because: 'sender-revoked', messages: 50 },
    ]);
    expect(await log.placeDue(2)).toBe(false);
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
