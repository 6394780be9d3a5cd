import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import type { Database } from './Database.types.ts';
import { inTransactions } from './inTransactions.ts';
import { openWriteNotes } from './openWriteNotes.ts';
import { isMyTurn } from './turns.ts';
import { watchOthers } from './watchOthers.ts';
import { deleteOldWriters } from './writerRows.ts';

describe.each(testEngines())('where nodes may share a database ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  let nodes: Database[];
  beforeAll(async () => {
    place = await engine.createPlace();
    db = await place.open();
    nodes = db.isShared ? [db, await place.open()] : [db];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await place.remove();
  });
  afterEach(() => void vi.useRealTimers());

  it('a turn at what one node does for all is had by one of them in a time', async () => {
    const turnsAt = (name: 'swept-at' | 'uploads-swept-at', everyMs: number) =>
      Promise.all(nodes.map((node) => isMyTurn(node, name, everyMs)));
    const taken = async (...given: Parameters<typeof turnsAt>) =>
      (await turnsAt(...given)).filter(Boolean).length;
    expect(await taken('swept-at', 60_000)).toBe(1);
    expect(await taken('swept-at', 60_000)).toBe(db.isShared ? 0 : 1);
    expect(await taken('uploads-swept-at', 60_000)).toBe(1);
  });

  it('a write that may have been committed is told from a new one, unless no answer can be lost', async () => {
    const [one, other] = [openWriteNotes(db), openWriteNotes(db)];
    const note = (by: typeof one, number: number) => db.transaction((tx) => by(tx, number, 1000));
    expect(await note(one, 1)).toBe(true);
    expect(await note(one, 1)).toBe(!db.isShared);
    expect(await note(one, 2)).toBe(true);
    expect(await note(other, 1)).toBe(true);
    await expect(
      db.transaction(async (tx) => {
        await one(tx, 3, 1000);
        throw new Error('was not committed');
      }),
    ).rejects.toThrow('was not committed');
    expect(await note(one, 3)).toBe(true);
    expect(await deleteOldWriters(db, 1001, 10)).toBe(db.isShared ? 2 : 0);
  });

  it('others are watched only where there may be some, until that is stopped', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let looks = 0;
    const stop = watchOthers(db, 100, () => looks++);
    vi.advanceTimersByTime(350);
    expect(looks).toBe(db.isShared ? 3 : 0);
    stop();
    vi.advanceTimersByTime(350);
    expect(looks).toBe(db.isShared ? 3 : 0);
  });

  it('many rows are worked on in transactions that are short for other writers, up to a limit', async () => {
    const asked = async (there: number, limit: number) => {
      const most: number[] = [];
      let left = there;
      const sum = await inTransactions(db, limit, async (_, some) => {
        most.push(some);
        const done = Math.min(left, some);
        left -= done;
        return done;
      });
      return { most, sum };
    };
    expect(await asked(1000, 250)).toEqual({
      most: db.isShared ? [250] : [100, 100, 50],
      sum: 250,
    });
    expect(await asked(130, 1000)).toEqual({ most: db.isShared ? [500] : [100, 100], sum: 130 });
    expect(await asked(0, 250)).toMatchObject({ sum: 0 });
  });
});
