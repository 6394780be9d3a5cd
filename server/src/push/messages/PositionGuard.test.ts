import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { readClock } from './clockRows.ts';
import { PositionGuard } from './PositionGuard.ts';

const MINUTE_MS = 60_000;

describe('positions after a start', () => {
  let db: Database;
  let release: () => Promise<void>;
  let clock = 0;
  let mark: number | undefined;
  const stopMark = {
    take: async () => {
      const taken = mark;
      mark = undefined;
      return taken;
    },
    leave: async () => (mark = clock),
  };
  const start = () => PositionGuard.open({ db, stopMark, now: () => clock });

  beforeEach(async () => {
    ({ db, release } = await openTestDatabase({}));
    [clock, mark] = [Date.parse('2026-01-01'), undefined];
  });
  afterEach(() => release());

  it('go on by one after a proper stop', async () => {
    await (await start()).close();
    clock += MINUTE_MS;
    await (await start()).close();
    expect(await readClock(db)).toBe(0);
  });

  it('go on above all that can have been taken when the last run was cut off', async () => {
    const cutOff = await start();
    clock += MINUTE_MS;
    const next = await start();
    expect(await readClock(db)).toBe(1_000_000 + 100 * MINUTE_MS);
    await cutOff.close();
    await next.close();
  });

  it('go on above when the mark of the stop is not the one that the database knows', async () => {
    await (await start()).close();
    mark! += 1;
    await (await start()).close();
    expect(await readClock(db)).toBe(1_000_000);
  });

  it('go on above after a long stop, for the disk may be a snapshot', async () => {
    await (await start()).close();
    clock += 10 * MINUTE_MS;
    await (await start()).close();
    expect(await readClock(db)).toBe(1_000_000 + 100 * 10 * MINUTE_MS);
  });
});
