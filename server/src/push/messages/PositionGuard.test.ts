import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { readClock } from './clockRows.ts';
import { type FolderMarks, PositionGuard } from './PositionGuard.ts';

const MINUTE_MS = 60_000;

describe('positions after a start', () => {
  let db: Database;
  let release: () => Promise<void>;
  let clock = 0;
  let files: { running?: number; stopped?: number };
  let changes = 0;
  let said: { level: string; since?: string; keptUpTo?: number }[];
  let skippedIds = 0;
  const marks: FolderMarks = {
    read: async (name) => files[name],
    leave: async (name) => (files[name] = ++changes),
    remove: async (name) => void delete files[name],
  };
  const note = (level: string) => (known: object) => void said.push({ level, ...known });
  const logger = { info: note('info'), warn: note('warn') } as unknown as FastifyBaseLogger;
  const skipIds = async () => void skippedIds++;
  const start = () => PositionGuard.open({ db, marks, skipIds, now: () => clock, logger });
  const since = () => new Date(clock).toISOString();

  beforeEach(async () => {
    ({ db, release } = await openTestDatabase({}));
    [clock, files, said, skippedIds] = [Date.parse('2026-01-01'), {}, [], 0];
  });
  afterEach(() => release());

  it('go on by one after a proper stop', async () => {
    await (await start()).close();
    clock += MINUTE_MS;
    await (await start()).close();
    expect(await readClock(db)).toBe(0);
    expect(said).toEqual([]);
  });

  it('go on above all that can have been taken when the last run was cut off, and nothing is lost', async () => {
    const cutOff = await start();
    const before = since();
    clock += MINUTE_MS;
    const next = await start();
    expect(await readClock(db)).toBe(1_000_000 + 100 * MINUTE_MS);
    expect(said).toMatchObject([{ level: 'info', since: before }]);
    expect(skippedIds).toBe(0);
    await cutOff.close();
    await next.close();
  });

  it.each<[string, () => void]>([
    ['of the stop is that of a copy', () => (files.stopped = ++changes)],
    ['of the run is that of a copy', () => (files = { running: ++changes })],
    ['is missing: the database alone was put back', () => (files = {})],
  ])('go on above when the mark %s, and the log says what is lost', async (_, putBack) => {
    await (await start()).close();
    const before = since();
    putBack();
    clock += MINUTE_MS;
    const next = await start();
    expect(await readClock(db)).toBe(1_000_000 + 100 * MINUTE_MS);
    expect(said).toMatchObject([{ level: 'warn', since: before, keptUpTo: 0 }]);
    expect(skippedIds).toBe(1);
    await next.close();
    await (await start()).close();
    expect(said).toHaveLength(1);
  });

  it('go on above, and no loss is said, after a release that left no mark when it started', async () => {
    const before = await start();
    await db.run(`DELETE FROM push_clock WHERE name = 'run-mark'`);
    files = {};
    await (await start()).close();
    expect(said).toMatchObject([{ level: 'info' }]);
    await before.close();
  });

  it('go on above after a long stop, for the disk may be a snapshot', async () => {
    await (await start()).close();
    clock += 10 * MINUTE_MS;
    await (await start()).close();
    expect(await readClock(db)).toBe(1_000_000 + 100 * 10 * MINUTE_MS);
    expect(said).toMatchObject([{ level: 'info' }]);
  });
});
