import type { ReleaseRequest } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import { ACTION_TOPIC } from '../../../operations/actions/AdminActions.ts';
import { appendAudit } from '../../../operations/audit/auditRows.ts';
import type { RightsLater } from '../../../operations/console/rightsLater.ts';
import type { Database, Transaction } from '../../../storage/database/Database.types.ts';
import { REGISTRY_TOPIC } from '../../records/registryChanges.ts';
import {
  type ScheduleRow,
  deleteSchedule,
  findDue,
  listDue,
  markFailed,
  requesterOf,
} from '../../records/scheduleRows.ts';
import { changeVersion, requireMiniProgram } from '../changeVersion.ts';

/** The most that are released in one round; there are few. */
const AT_ONCE = 50;

/**
 * Makes the scheduled releases that are due, with the rights that whoever scheduled them has now. The release, its audit
 * entry and the removal of its schedule are one transaction that locks the mini-app: exactly one node makes the release,
 * and if that node dies, the next one does.
 */
export async function releaseDue(
  db: Database,
  rightsLater: RightsLater,
  now: number,
): Promise<void> {
  const failures: unknown[] = [];
  for (const row of await listDue(db, now, AT_ONCE)) {
    // One that keeps failing must not block the others.
    await releaseOrGiveUp(db, rightsLater, row, now).catch((error: unknown) =>
      failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
}

async function releaseOrGiveUp(
  db: Database,
  rightsLater: RightsLater,
  row: ScheduleRow,
  now: number,
): Promise<void> {
  try {
    await db.transaction((tx) => releaseOne(tx, rightsLater, row, now));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await db.transaction((tx) => giveUp(tx, row, now, error.message));
  }
}

async function releaseOne(
  tx: Transaction,
  rightsLater: RightsLater,
  row: ScheduleRow,
  now: number,
): Promise<void> {
  const due = await requireDue(tx, row, now);
  if (!due) return;
  const { app_id: appId, version } = due;
  const rights = await rightsLater(tx, requesterOf(due));
  rights.requireScope('release');
  await rights.requireApp(appId);
  const request: ReleaseRequest = {
    percentage: due.percentage / 100,
    cohorts: JSON.parse(due.cohorts) as string[],
    // If somebody has paused or released it since it was scheduled, that later decision wins: `from` no longer matches.
    from: JSON.parse(due.seen) as NonNullable<ReleaseRequest['from']>,
  };
  await deleteSchedule(tx, appId, version);
  const answer = await changeVersion(tx, appId, version, { to: 'released', request }, rights);
  await tell(tx, due, now, {
    action: 'version.release',
    details: answer.details ?? {},
    change: answer.change,
  });
}

/** Marks a release as failed, without retries: the obstacle does not go away by itself, and nobody expects it hours later. */
async function giveUp(
  tx: Transaction,
  row: ScheduleRow,
  now: number,
  because: string,
): Promise<void> {
  const due = await requireDue(tx, row, now);
  if (!due) return;
  await markFailed(tx, due, because);
  await tx.notify({ topic: REGISTRY_TOPIC, key: due.app_id });
  await tell(tx, due, now, { action: 'version.schedule-failed', details: { reason: because } });
}

/** Reads the row again, under the mini-app's lock; undefined when it was cancelled or done meanwhile. */
async function requireDue(
  tx: Transaction,
  row: ScheduleRow,
  now: number,
): Promise<ScheduleRow | undefined> {
  await requireMiniProgram(tx, row.app_id, now);
  return findDue(tx, row, now);
}

async function tell(
  tx: Transaction,
  row: ScheduleRow,
  now: number,
  what: Pick<Parameters<typeof appendAudit>[1], 'action' | 'details' | 'change'>,
): Promise<void> {
  await appendAudit(tx, {
    ...what,
    at: now,
    actor: 'system',
    target: `${row.app_id}@${row.version}`,
    address: '',
    requestId: '',
    details: {
      ...what.details,
      scheduledBy: row.actor,
      scheduledAt: new Date(row.created_at).toISOString(),
    },
  });
  await tx.notify({ topic: ACTION_TOPIC, key: what.action });
}
