import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import type { Database } from './Database.types.ts';
import { isDataError } from './isDataError.ts';

describe.each(testEngines())('an error of the data ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  beforeEach(async () => {
    place = await engine.createPlace();
    db = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  const errorOf = (sql: string) => db.run(sql).catch((error: unknown) => error);

  it('is one of a constraint, whichever it is', async () => {
    const missing = `INSERT INTO push_clock (name) VALUES ('other')`;
    const taken = `INSERT INTO push_clock (name, last) VALUES ('position', 0)`;
    const dangling = `INSERT INTO push_jobs (message_id, due_at) VALUES (1, 1)`;
    for (const sql of [missing, taken, dangling]) {
      expect(isDataError(await errorOf(sql))).toBe(true);
    }
  });

  it('is no other', async () => {
    expect(isDataError(await errorOf('INSERT INTO no_such_table VALUES (1)'))).toBe(false);
    expect(isDataError(new Error('Connection terminated unexpectedly'))).toBe(false);
    const timedOut = Object.assign(new Error('canceling statement'), { code: '57014' });
    expect(isDataError(timedOut)).toBe(false);
  });
});
