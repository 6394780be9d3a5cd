import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MAX_REPORT_DAYS } from '../../operations/quotas/quotaLimits.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { dayOf } from '../analytics/dayOf.ts';
import { forgetOld } from '../forgetOld.ts';
import { addToDay, listDays } from './dayRows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const APP = 'com.acme.orders';

describe.each(testEngines())('the numbers of a day ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  beforeAll(async () => void ({ db, release } = await openTestDatabase({ engine })));
  afterAll(() => release());

  it('are forgotten when they are old, however many there are', async () => {
    const now = Date.parse('2026-06-01T12:00:00Z');
    const daysAgo = [0, 1, MAX_REPORT_DAYS, MAX_REPORT_DAYS + 1, MAX_REPORT_DAYS + 600];
    for (const days of daysAgo) {
      await addToDay(
        db,
        { appId: APP, version: '1.0.0', day: dayOf(now - days * DAY_MS) },
        { kind: 'loaded', isNewInstall: true, loadMs: undefined },
      );
    }
    await db.runMany(
      `INSERT INTO report_days (app_id, version, day) VALUES (?, ?, '2020-01-01')`,
      Array.from({ length: 1200 }, (_, n) => [APP, `2.0.${n}`]),
    );
    await forgetOld(db, now);
    const left = await listDays(db, APP, '1.0.0', 10);
    expect(left.map(({ day }) => day)).toEqual(
      daysAgo.slice(0, 3).map((days) => dayOf(now - days * DAY_MS)),
    );
    const old = await db.all(`SELECT version FROM report_days WHERE day = '2020-01-01'`);
    expect(old).toHaveLength(0);
  });
});
