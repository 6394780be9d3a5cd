import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { countStatements } from '../../storage/database/testing/countStatements.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { JobQueue } from './JobQueue.ts';
import type { JobRow } from './jobRows.ts';

const MINUTE = 60_000;

describe.each(testEngines())('work for other services ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  beforeAll(async () => {
    place = await engine.createPlace();
    db = await place.open();
    await db.run(
      `INSERT INTO push_messages (id, position, sender, payload, has_notification, state, created_at, send_at, expires_at)
        VALUES (1, 1, 's', '{}', 0, 'stored', 0, 0, 0)`,
    );
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });
  beforeEach(() => db.run('DELETE FROM push_jobs'));

  const add = (count: number) =>
    db.runMany(
      'INSERT INTO push_jobs (message_id, device_id, due_at) VALUES (1, ?, 0)',
      Array.from({ length: count }, (_, device) => [device]),
    );
  const left = () => db.all<{ id: number; due_at: number }>('SELECT * FROM push_jobs ORDER BY id');
  const at = async <Result>(time: number, run: () => Promise<Result>): Promise<Result> => {
    vi.spyOn(Date, 'now').mockReturnValue(time);
    try {
      return await run();
    } finally {
      vi.restoreAllMocks();
    }
  };

  it('is taken once, however many ask at the same time', async () => {
    await add(30);
    const queues =
      db.engine === 'sqlite' ? [new JobQueue(db)] : [new JobQueue(db), new JobQueue(db)];
    const asked = Array.from({ length: 6 }, (_, index) => queues[index % queues.length]!.take(7));
    const taken = (await Promise.all(asked)).flat();
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    const rest = await Promise.all(queues.map((queue) => queue.take(100)));
    expect(taken.length + rest.flat().length).toBe(30);
  });

  it('that was taken and not ended can be had again after a minute', async () => {
    await add(2);
    const queue = new JobQueue(db);
    const now = Date.now();
    expect(await at(now, () => queue.take(5))).toHaveLength(2);
    expect(await at(now + MINUTE - 1, () => queue.take(5))).toEqual([]);
    expect(await at(now + MINUTE, () => queue.take(5))).toHaveLength(2);
  });

  it('that a range goes on with stays taken', async () => {
    await add(1);
    const queue = new JobQueue(db);
    const now = Date.now();
    const [job] = await at(now, () => queue.take(1));
    await at(now + MINUTE / 2, () => queue.advance(job!, 500, []));
    expect(await at(now + MINUTE, () => queue.take(5))).toEqual([]);
    const [again] = await at(now + 2 * MINUTE, () => queue.take(5));
    expect(again).toMatchObject({ id: job!.id, after_device: 500 });
  });

  it('that is held stays taken until it is let go of, however long that takes', async () => {
    await add(2);
    const queue = new JobQueue(db);
    const now = Date.now();
    const [job, other] = await at(now, () => queue.take(2));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stopHolding = queue.hold(job!);
    queue.hold(other!);
    for (let passed = 0; passed < 3 * MINUTE; passed += MINUTE / 3) {
      await at(now + passed, async () => {
        vi.advanceTimersByTime(MINUTE / 3);
        const isRenewed = async () =>
          (await left()).every(({ due_at }) => due_at === now + passed + MINUTE);
        // The embedded engine has its leases in memory.
        while (db.isShared && !(await isRenewed()));
        expect(await queue.take(5)).toEqual([]);
      });
    }
    // One that ends, or is put off, is not renewed.
    const dueAt = now + 4 * MINUTE;
    await queue.end(other!.id, { dueAt, attempts: 1 });
    stopHolding();
    vi.advanceTimersByTime(MINUTE);
    vi.useRealTimers();
    expect(await at(dueAt - 1, () => queue.take(5))).toMatchObject([{ id: job!.id }]);
    expect(await at(dueAt, () => queue.take(5))).toMatchObject([{ id: other!.id }]);
  });

  it('that is held is not taken a second time where the process was paused for longer than its time', async () => {
    await add(2);
    const queue = new JobQueue(db);
    const now = Date.now();
    const [held, lost] = await at(now, () => queue.take(2));
    const stopHolding = queue.hold(held!);
    const awake = now + 2 * MINUTE;
    expect(await at(awake, () => queue.take(5))).toMatchObject([{ id: lost!.id }]);
    await queue.end(held!.id, 'done');
    stopHolding();
    expect(await left()).toMatchObject([{ id: lost!.id }]);
  });

  it('that is given back can be had at once', async () => {
    await add(3);
    const queue = new JobQueue(db);
    const jobs = await queue.take(3);
    for (const job of jobs) queue.hold(job);
    await queue.giveBack(jobs.slice(1));
    expect(await new JobQueue(db).take(5)).toHaveLength(db.engine === 'sqlite' ? 3 : 2);
  });

  it('of one that died is there at once on the embedded engine, which has no other', async () => {
    await add(3);
    await new JobQueue(db).take(3);
    const successor = await new JobQueue(db).take(3);
    expect(successor).toHaveLength(db.engine === 'sqlite' ? 3 : 0);
  });

  it('of hundreds is taken by one statement, and ends by two', async () => {
    await add(500);
    const queue = new JobQueue(db);
    let jobs: JobRow[] = [];
    const taking = await countStatements(async () => void (jobs = await queue.take(500)));
    expect(jobs).toHaveLength(500);
    const later = Date.now() + MINUTE;
    const [first, ...rest] = jobs;
    // The first is written at once; the others end meanwhile.
    const ending = await countStatements(() =>
      Promise.all([
        queue.end(first!.id, { dueAt: later, attempts: 3 }),
        ...rest.map(({ id }) => queue.end(id, 'done')),
      ]),
    );
    expect(await left()).toMatchObject([{ id: first!.id, due_at: later, attempts: 3 }]);
    // The embedded engine is asked in the process.
    expect([taking, ending]).toEqual(db.isShared ? [1, 2] : [0, 0]);
  });

  it('whose end cannot be written is not done again at once', async () => {
    await add(1);
    let isBroken = false;
    const full = new Error('disk full');
    const broken: Database = {
      ...db,
      transaction: (work) => (isBroken ? Promise.reject(full) : db.transaction(work)),
      updateMany: (update, rows) => (isBroken ? Promise.reject(full) : db.updateMany(update, rows)),
    };
    const queue = new JobQueue(broken);
    const [job] = await queue.take(1);
    isBroken = true;
    await expect(queue.end(job!.id, 'done')).rejects.toThrow('disk full');
    isBroken = false;
    expect(await queue.take(1)).toEqual([]);
  });
});
