import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { PriorityWork } from './PriorityWork.ts';
import { yieldingDatabase } from './yieldingDatabase.ts';

let isSending = false;
let clock = 0;
let begun: string[] = [];
let ticking: NodeJS.Timeout;

beforeEach(() => {
  [isSending, clock, begun] = [false, 0, []];
});
afterEach(() => clearInterval(ticking));

/** A database with one writer; a transaction takes as long as its work. */
function database(engine: Partial<Database> = { isWriting: () => false }): Database {
  const transaction: Database['transaction'] = (work) => work({} as Transaction);
  return { ...engine, transaction } as Database;
}

function yielding(db = database()): Database {
  const priority = new PriorityWork(
    () => isSending,
    () => clock,
  );
  return yieldingDatabase(db, priority, () => clock);
}

const write = (db: Database, name: string, takes = 0) =>
  db.transaction(async () => {
    begun.push(name);
    clock += takes;
  });

it('begins at once when nobody sends', async () => {
  await write(yielding(), 'a');
  expect(begun).toEqual(['a']);
});

it('waits for a send that is under way, and no longer than a moment', async () => {
  const db = yielding();
  isSending = true;
  const [first, second] = [write(db, 'a'), write(db, 'b')];
  await sleep(10);
  expect(begun).toEqual([]);
  clock += 5;
  await first;
  expect(begun).toEqual(['a']);
  isSending = false;
  clock += 100;
  await second;
});

it('leaves four times the time that a transaction took to others while somebody sends', async () => {
  const db = yielding();
  isSending = true;
  const first = write(db, 'a', 20);
  await sleep(5);
  clock += 5;
  await first;
  isSending = false;
  const second = write(db, 'b');
  clock += 79;
  await sleep(10);
  expect(begun).toEqual(['a']);
  clock += 1;
  await second;
  expect(begun).toEqual(['a', 'b']);
});

it('leaves no more than a tenth of a second to others after a transaction that took long', async () => {
  const db = yielding();
  isSending = true;
  const first = write(db, 'a', 5000);
  await sleep(5);
  clock += 5;
  await first;
  isSending = false;
  clock += 100;
  await write(db, 'b');
  expect(begun).toEqual(['a', 'b']);
});

it('leaves no time to others when nobody has sent for a while', async () => {
  const db = yielding();
  await write(db, 'a', 50);
  await write(db, 'b');
  expect(begun).toEqual(['a', 'b']);
});

it('goes on after a failure', async () => {
  const db = yielding();
  const failing = db.transaction(() => Promise.reject(new Error('constraint')));
  await expect(failing).rejects.toThrow('constraint');
  await write(db, 'a');
  expect(begun).toEqual(['a']);
});

it('refuses when too many wait', async () => {
  const db = yielding();
  isSending = true;
  const writes = Array.from({ length: 1001 }, (_, n) => write(db, String(n)));
  await expect(writes.at(-1)).rejects.toMatchObject({ code: 'unavailable' });
  isSending = false;
  ticking = setInterval(() => (clock += 10), 1);
  await Promise.all(writes.slice(0, -1));
  expect(begun).toHaveLength(1000);
});

it('leaves an engine with many writers as it is', () => {
  const db = database({});
  expect(yielding(db)).toBe(db);
});
