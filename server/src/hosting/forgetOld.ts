import { LIMITS } from '@host/contracts';

import { inRounds } from '../operations/inRounds.ts';
import { MAX_CRASH_DAYS, MAX_REPORT_DAYS } from '../operations/quotas/quotaLimits.ts';
import type { Database } from '../storage/database/Database.types.ts';
import { forgetOldCounts } from './analytics/analyticsRows.ts';
import { dayOf } from './analytics/dayOf.ts';
import { forgetFormerPaths } from './records/pathRows.ts';
import { forgetAdoptingInstalls, forgetAdoption } from './reports/adoptionRows.ts';
import { forgetCrashes } from './reports/crashes/crashRows.ts';
import { forgetOldDays } from './reports/dayRows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes old daily numbers and old former paths of mini-apps. */
export async function forgetOld(db: Database, now: number): Promise<void> {
  const countsBefore = dayOf(now - LIMITS.analyticsSeconds * 1000);
  await inRounds((most) => forgetOldCounts(db, countsBefore, most));
  await inRounds((most) => forgetFormerPaths(db, now, most));
  const reportsBefore = dayOf(now - MAX_REPORT_DAYS * DAY_MS);
  await inRounds((most) => forgetOldDays(db, reportsBefore, most));
  await inRounds((most) => forgetCrashes(db, now - MAX_CRASH_DAYS * DAY_MS, most));
  await inRounds((most) => forgetAdoption(db, reportsBefore, most));
  await inRounds((most) => forgetAdoptingInstalls(db, dayOf(now), most));
}
