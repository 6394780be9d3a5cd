import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import type { CommittedBatch, NewMessage } from './Message.types.ts';
import { MessageLog } from './MessageLog.ts';

const DUE = 500;
const MAX_STATEMENTS = 10;

const scheduled: NewMessage = {
  sender: 's',
  audience: { kind: 'devices', devices: [{ id: 7, hasPushService: true }] },
  collapseKey: undefined,
  payload: { priority: 'normal' },
  createdAt: 1,
  sendAt: 2,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

/** The database, with a look at what a transaction asks it. */
function counting(db: Database, count: () => void): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work(
          new Proxy(tx, {
            get(target, name) {
              count();
              return Reflect.get(target, name) as unknown;
            },
          }),
        ),
      ),
  };
}

describe.each(testEngines())('messages that are due ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  let batches: CommittedBatch[];
  beforeEach(async () => {
    place = await engine.createPlace();
    db = await place.open();
    batches = [];
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
    });
  const schedule = async () => {
    const log = logOn(db);
    const ids = await Promise.all(Array.from({ length: DUE }, () => log.append(scheduled)));
    batches = [];
    return ids;
  };
  const positions = () => batches.flatMap(({ messages }) => messages.map((each) => each.position));

  it('are placed together, by few statements, in their order', async () => {
    const ids = await schedule();
    let statements = 0;
    const log = logOn(counting(db, () => statements++));
    expect(await log.placeDue(2)).toBe(DUE);
    expect(statements).toBeLessThanOrEqual(MAX_STATEMENTS);
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
    expect(await log.placeDue(2)).toBe(0);
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
});
