import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { takeParts } from '../http/rate-limits/budgets/budgetRows.ts';
import type { Database } from '../storage/database/Database.types.ts';
import { countStatements } from '../storage/database/testing/countStatements.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { testEngines } from '../testing/testEngines.ts';
import { sweep } from './Housekeeping.ts';
import { expireUnseen } from './device-lifecycle/expireDevices.ts';
import { collectInboxes } from './inbox/collectInboxes.ts';
import type { NewMessage } from './messages/Message.types.ts';
import { MessageLog } from './messages/MessageLog.ts';

/** As many as are worked on at once, less one: another look would follow. */
const MANY = 499;
/** BEGIN and COMMIT. */
const TRANSACTION = 2;
const LONG_AGO = 1;

const ended: NewMessage = {
  sender: 'back end',
  audience: { kind: 'topic', topic: 'news' },
  collapseKey: undefined,
  payload: { priority: 'normal', notification: { title: 'Hello' } },
  createdAt: LONG_AGO,
  sendAt: LONG_AGO,
  expiresAt: LONG_AGO + 1,
};

describe.each(testEngines())('by sets ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  beforeEach(async () => void ({ db, release } = await openTestDatabase({ engine })));
  afterEach(() => release());

  /** The embedded engine is asked in the process. */
  const expected = (statements: number) => (db.isShared ? statements : 0);
  const countOf = async (table: string) =>
    (await db.get<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`))!.count;
  const rows = (columns: (index: number) => (string | number | null)[]) =>
    Array.from({ length: MANY }, (_, index) => columns(index));
  const addDevices = async (personOf: (index: number) => string | null) => {
    await db.runMany(
      `INSERT INTO devices (token_key, token, platform, person_id, owner_id, owner_since, created_at, last_seen,
        position, has_come) VALUES (?, ?, 'web', ?, ?, 0, 1, 1, 0, 1)`,
      rows((index) => [`key ${index}`, `token ${index}`, personOf(index), personOf(index)]),
    );
    return (await db.all<{ id: number }>('SELECT id FROM devices ORDER BY id')).map(({ id }) => id);
  };
  const append = async (...messages: NewMessage[]) => {
    const log = new MessageLog({ db, onCommit: () => {}, usesPushServices: () => false });
    await Promise.all(messages.map((message) => log.append(message)));
  };

  it('what was sent to 499 people is collected by three statements', async () => {
    const people = Array.from({ length: MANY }, (_, index) => `person ${index}`);
    const devices = await addDevices((index) => people[index]!);
    await db.runMany(
      `INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES ('news', ?, 0, 0)`,
      devices.map((id) => [id]),
    );
    const toAll = devices.map((id) => ({ id, hasPushService: false }));
    await append(ended, { ...ended, audience: { kind: 'devices', devices: toAll } });
    const collect = () => countStatements(() => db.transaction((tx) => collectInboxes(tx, people)));
    expect(await collect()).toBe(expected(TRANSACTION + 3));
    expect(await countOf('inbox_entries')).toBe(2 * MANY);
    // Nothing is new: it is seen with the locks.
    expect(await collect()).toBe(expected(TRANSACTION + 2));
    expect(await countOf('inbox_entries')).toBe(2 * MANY);
  });

  it('what is over is deleted by as many statements for 499 of each kind as for none', async () => {
    const now = Date.now();
    const statements = () => countStatements(() => sweep(db, now));
    const withNothing = await statements();
    await append(...Array.from({ length: MANY }, () => ended));
    await db.runMany(
      `INSERT INTO device_challenges (token_key, code_hash, expires_at) VALUES (?, ?, 1)`,
      rows((index) => ['key', `code ${index}`]),
    );
    await db.runMany(
      `INSERT INTO push_dead_letters (message_id, device_id, transport, reason, at)
        VALUES (?, ?, 'fcm', 'gone', 1)`,
      rows((index) => [index, index]),
    );
    await db.runMany(
      `INSERT INTO ledger_writers (writer, last, written_at) VALUES (?, 1, 1)`,
      rows((index) => [`writer ${index}`]),
    );
    const budgets = Array.from({ length: MANY }, (_, index) => `budget ${index}`);
    await db.transaction((tx) =>
      takeParts(
        tx,
        budgets.map((budget) => ({ budget, ends: LONG_AGO, wanted: 1, most: 1 })),
      ),
    );
    await db.runMany(
      `INSERT INTO told_changes (tx, at, node, topic, key) VALUES (1, 1, ?, 'topic', ?)`,
      rows((index) => ['node', `key ${index}`]),
    );
    await db.runMany(
      `INSERT INTO send_days (day, sender) VALUES (?, ?)`,
      rows((index) => ['1970-01-01', `sender ${index}`]),
    );
    expect(await statements()).toBe(withNothing);
    for (const table of [
      'push_messages',
      'device_challenges',
      'push_dead_letters',
      'ledger_writers',
      'request_budgets',
      'told_changes',
      'send_days',
    ]) {
      expect(await countOf(table), table).toBe(0);
    }
  });

  it('devices that were not seen for long go by few statements, those of people after their inboxes', async () => {
    const expire = () => countStatements(async () => void (await expireUnseen(db, 2, MANY + 1)));
    const withNone = await expire();
    await addDevices(() => null);
    // Their deletion, what they scheduled, and two hints for other nodes.
    expect(await expire()).toBe(withNone + expected(4));
    expect(await countOf('devices')).toBe(0);
    const people = Array.from({ length: MANY }, (_, index) => `person ${index}`);
    await addDevices((index) => people[index]!);
    expect(await expire()).toBe(withNone + expected(4 + 2));
    expect(await countOf('devices')).toBe(0);
    expect(await countOf('inboxes')).toBe(MANY);
  });
});
