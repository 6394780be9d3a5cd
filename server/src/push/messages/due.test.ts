import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { countStatements } from '../../storage/database/testing/countStatements.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { insertDevice } from '../device-lifecycle/ownershipRows.ts';
import { findRefused } from '../server-keys/findRefused.ts';
import type { DueMessage } from './dueRows.ts';
import type { CommittedBatch, NewMessage } from './Message.types.ts';
import { MessageLog } from './MessageLog.ts';

const DUE = 500;
/** Those of a transaction would count, too. */
const MOST_STATEMENTS = 3;

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
  const check = (database: Database) => (due: readonly DueMessage[]) =>
    findRefused({ db: database, grantOfPerson: () => undefined }, due);
  const logOn = (database: Database, before = check(database)) =>
    new MessageLog({
      db: database,
      onCommit: (batch) => batches.push(batch),
      usesPushServices: () => true,
      findRefused: before,
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
  const statementsOf = (log: MessageLog) =>
    countStatements(async () => expect(await log.placeDue(2)).toBe(true));
  /** As many as a node may send PostgreSQL; the embedded engine is asked in the process. */
  const expectFew = (statements: number) => {
    expect(statements).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(statements > 0).toBe(db.isShared);
  };
  const positions = () => batches.flatMap(({ messages }) => messages.map((each) => each.position));

  it('are placed together, by few statements, in their order', async () => {
    const ids = await schedule();
    const log = logOn(db);
    expectFew(await statementsOf(log));
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
      return [];
    });
    expect(await overtaken.placeDue(2)).toBe(false);
    expect(positions()).toHaveLength(DUE);
    expect(await logOn(db).placeDue(2)).toBe(true);
    expect(positions()).toHaveLength(DUE + 10);
  });

  const appOf = (index: number) => `com.acme.app${index}`;
  /** As many keys, each for a mini-app of its own. */
  const addSenders = async () => {
    const many = Array.from({ length: DUE }, (_, index) => index);
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
  };
  const scheduleOfAll = () =>
    schedule(
      Array.from({ length: DUE }, (_, index) => ({
        ...toDevices(device),
        sender: `key ${index}`,
        payload: { priority: 'normal', app: { id: appOf(index), name: 'n' } },
      })),
    );
  const suspendAll = () => db.run('UPDATE mini_programs SET suspended = 1');
  const countsOf = (sql: string) => db.all<{ name: string; count: number }>(sql);
  const stateCounts = () =>
    countsOf(`SELECT m.state || ' ' || d.state || ' ' || COALESCE(d.reason, '') AS name, COUNT(*) AS count
      FROM push_messages m JOIN push_deliveries d ON d.message_id = m.id
      WHERE COALESCE(m.cancelled_because, '') = COALESCE(d.reason, '') GROUP BY 1 ORDER BY 1`);
  const auditEntries = () =>
    countsOf(`SELECT details AS name, COUNT(*) AS count FROM audit_log
      WHERE actor = 'system' AND action = 'push.cancel' AND at = 2 GROUP BY details ORDER BY details`);

  it('are checked by few statements, however many senders and mini-apps they are of', async () => {
    await addSenders();
    await scheduleOfAll();
    expectFew(await statementsOf(logOn(db)));
    expect(positions()).toHaveLength(DUE);
  });

  it('are cancelled by few statements where all are refused, each with its reason', async () => {
    await addSenders();
    await scheduleOfAll();
    await suspendAll();
    await db.run(`UPDATE server_keys SET revoked_at = 1 WHERE id LIKE '%7'`);
    expectFew(await statementsOf(logOn(db)));
    expect(await stateCounts()).toEqual([
      { name: 'cancelled cancelled mini-app-suspended', count: 450 },
      { name: 'cancelled cancelled sender-revoked', count: 50 },
    ]);
    expect(await auditEntries()).toHaveLength(451);
    expect(await auditEntries()).toContainEqual({
      name: `{"because":"mini-app-suspended","appId":"${appOf(6)}","messages":1}`,
      count: 1,
    });
    expect(await logOn(db).placeDue(2)).toBe(false);
    expect(positions()).toEqual([]);
  });

  it('are placed and cancelled together, by few statements, where some are refused', async () => {
    await addSenders();
    const ids = await scheduleOfAll();
    await db.run(`UPDATE server_keys SET revoked_at = 1 WHERE id LIKE '%7'`);
    expectFew(await statementsOf(logOn(db)));
    expect(await stateCounts()).toEqual([
      { name: 'cancelled cancelled sender-revoked', count: 50 },
      { name: 'stored stored ', count: 450 },
    ]);
    const { from, to, messages } = batches[0]!;
    expect([from, to]).toEqual([DUE + 1, DUE + 450]);
    expect(messages.map(({ id }) => id)).toEqual(ids.filter((_, index) => index % 10 !== 7));
    expect(positions()).toEqual(Array.from({ length: 450 }, (_, index) => from + index));
    expect(await auditEntries()).toEqual([
      { name: '{"because":"sender-revoked","messages":1}', count: 50 },
    ]);
    expect(await logOn(db).placeDue(2)).toBe(false);
  });

  it('are cancelled once, however many nodes look at the same time, and all nodes are told', async () => {
    await addSenders();
    await scheduleOfAll();
    await suspendAll();
    const others = db.isShared ? [await place.open(), await place.open()] : [];
    const nodes = [db, ...others];
    const told = nodes.map(() => new Set<string>());
    for (const [index, node] of nodes.entries()) {
      node.onChange((change) => change && told[index]!.add(`${change.topic} ${change.key}`));
    }
    await Promise.all(nodes.map((node) => logOn(node).placeDue(2)));
    expect(await stateCounts()).toEqual([
      { name: 'cancelled cancelled mini-app-suspended', count: DUE },
    ]);
    expect(await auditEntries()).toHaveLength(DUE);
    await expect.poll(() => told.every((each) => each.has('action push.cancel'))).toBe(true);
    for (const other of others) await other.close();
  });

  it('are all as before when it fails, and are placed and cancelled by the next attempt', async () => {
    await addSenders();
    await scheduleOfAll();
    await db.run(`UPDATE server_keys SET revoked_at = 1 WHERE id LIKE '%7'`);
    await db.run('ALTER TABLE audit_log RENAME TO lost_log');
    await expect(logOn(db).placeDue(2)).rejects.toThrow('audit_log');
    expect(await stateCounts()).toEqual([{ name: 'scheduled accepted ', count: DUE }]);
    await db.run('ALTER TABLE lost_log RENAME TO audit_log');
    expect(await logOn(db).placeDue(2)).toBe(true);
    expect(positions()).toEqual(Array.from({ length: 450 }, (_, index) => DUE + 1 + index));
    expect(await auditEntries()).toMatchObject([{ count: 50 }]);
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
