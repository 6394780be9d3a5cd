import { describe, expect, it, onTestFinished } from 'vitest';

import { openTestDatabase } from '../../../testing/testDatabase.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { deleteBudget, deleteEndedBudgets, takeParts } from './budgetRows.ts';

const partOf = (budget: string, wanted: number, ends = 1000) => ({ budget, ends, wanted, most: 8 });

describe.each(testEngines())('budgets of callers ($name)', (engine) => {
  const open = async () => {
    const { db, release } = await openTestDatabase({ engine });
    onTestFinished(release);
    // On the embedded engine, only a transaction may write and return rows.
    const takeAll = (...parts: ReturnType<typeof partOf>[]) =>
      db.transaction((tx) => takeParts(tx, parts));
    const take = async (budget: string, wanted: number) =>
      (await takeAll(partOf(budget, wanted))).get(budget);
    return { db, take, takeAll };
  };

  it('are taken in parts until nothing is left, each for itself', async () => {
    const { take, takeAll } = await open();
    const both = await takeAll(partOf('b', 5), partOf('a', 3));
    expect(Object.fromEntries(both)).toEqual({ a: 3, b: 5 });
    expect(await take('b', 5)).toBe(3);
    expect(await take('b', 5)).toBeUndefined();
    expect(await take('a', 5)).toBe(5);
  });

  it('are whole again for a caller whose budget is deleted, and for nobody else', async () => {
    const { db, take, takeAll } = await open();
    await takeAll(partOf('a', 8), partOf('b', 8));
    await deleteBudget(db, 'a');
    expect(await take('a', 8)).toBe(8);
    expect(await take('b', 8)).toBeUndefined();
  });

  it('are deleted some at a time when their window has ended', async () => {
    const { db, takeAll } = await open();
    await takeAll(partOf('a', 1, 10), partOf('b', 1, 20), partOf('c', 1, 30));
    expect(await deleteEndedBudgets(db, 25, 1)).toBe(1);
    expect(await deleteEndedBudgets(db, 25, 9)).toBe(1);
    expect(await db.all('SELECT budget FROM request_budgets')).toEqual([{ budget: 'c' }]);
  });
});
