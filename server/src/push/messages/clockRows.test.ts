import { describe, expect, it, onTestFinished } from 'vitest';

import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { forgetHistory, installationOf, readClock, writeMark } from './clockRows.ts';

describe.each(testEngines())('the id of an installation ($name)', (engine) => {
  const open = async () => {
    const { db, release } = await openTestDatabase({ engine });
    onTestFinished(release);
    return db;
  };

  it('is the same for all who ask, also at once, and another one in another database', async () => {
    const [db, other] = [await open(), await open()];
    const ids = await Promise.all([installationOf(db), installationOf(db), installationOf(db)]);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^\d+$/);
    expect(await installationOf(db)).toBe(ids[0]);
    expect(await installationOf(other)).not.toBe(ids[0]);
  });

  it('stays when the history is forgotten, and changes no position', async () => {
    const db = await open();
    const before = await readClock(db);
    const id = await installationOf(db);
    await writeMark(db, 'run-mark', 7);
    await forgetHistory(db);
    expect(await installationOf(db)).toBe(id);
    expect(await readClock(db)).toBe(before);
  });
});
