import { LIMITS, type ScheduleRequest } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import type { Answer } from '../../../operations/actions/AdminActions.ts';
import { changeOf } from '../../../operations/audit/changeOf.ts';
import type { Caller } from '../../../operations/identity/Caller.ts';
import type { Transaction } from '../../../storage/database/Database.types.ts';
import { findMiniProgram } from '../../records/miniProgramRows.ts';
import { REGISTRY_TOPIC } from '../../records/registryChanges.ts';
import { deleteSchedule, putSchedule } from '../../records/scheduleRows.ts';
import type { VersionRow } from '../../records/versionRows.ts';
import {
  requireMiniProgram,
  requireStep,
  requireVersion,
  refuseUnseen,
  shareOf,
} from '../changeVersion.ts';
import { recordAnswer } from '../recordAnswer.ts';
import { toRegistrationRecord } from '../toRegistrationRecord.ts';

/**
 * Schedules a release, replacing an earlier schedule. Whether the version is signed and approved is checked only when the
 * release is due.
 */
export async function scheduleRelease(
  tx: Transaction,
  appId: string,
  version: string,
  { at, ...request }: ScheduleRequest,
  by: Pick<Caller, 'actor' | 'isOperator' | 'proven'>,
): Promise<Answer> {
  const now = Date.now();
  const dueAt = Date.parse(at);
  refuseTime(dueAt, now);
  return change(tx, appId, version, now, async (row) => {
    refuseUnseen(row, request.from);
    requireStep(row, { to: 'released', request }, by);
    const { percentage, cohorts } = shareOf(row, request);
    await putSchedule(tx, {
      app_id: appId,
      version,
      due_at: dueAt,
      percentage,
      cohorts: JSON.stringify(cohorts),
      seen: JSON.stringify({
        status: row.status,
        percentage: row.percentage / 100,
        cohorts: JSON.parse(row.cohorts) as string[],
      }),
      actor: by.actor,
      proven: by.proven === undefined ? null : JSON.stringify(by.proven),
      by_operator: by.isOperator ? 1 : 0,
      created_at: now,
    });
    return { at, percentage: percentage / 100, cohorts };
  });
}

/** Cancels a scheduled release, or clears one that failed. */
export function cancelRelease(tx: Transaction, appId: string, version: string): Promise<Answer> {
  return change(tx, appId, version, Date.now(), async (row) => {
    if (await deleteSchedule(tx, appId, version)) {
      return { at: new Date(row.scheduled_at!).toISOString() };
    }
    throw new ApiError('schedule-not-found', `No release of ${appId}@${version} is scheduled.`);
  });
}

/** Makes a change under the mini-app's lock, which excludes a node that is making the release right now. */
async function change(
  tx: Transaction,
  appId: string,
  version: string,
  now: number,
  effect: (row: VersionRow) => Promise<Record<string, unknown>>,
): Promise<Answer> {
  await requireMiniProgram(tx, appId, now);
  const row = await requireVersion(tx, appId, version);
  const details = await effect(row);
  await tx.notify({ topic: REGISTRY_TOPIC, key: appId });
  const app = (await findMiniProgram(tx, appId))!;
  const changed = await requireVersion(tx, appId, version);
  const scheduled = (each: VersionRow) => ({
    scheduled: toRegistrationRecord(each, app).scheduled ?? null,
  });
  return {
    ...recordAnswer(200, changed, app),
    details,
    change: changeOf(scheduled(row), scheduled(changed)),
  };
}

function refuseTime(dueAt: number, now: number): void {
  const isLate = dueAt - now > LIMITS.scheduledReleaseSeconds * 1000;
  if (dueAt > now && !isLate) return;
  const days = LIMITS.scheduledReleaseSeconds / (24 * 60 * 60);
  const detail = isLate ? `at most ${days} days ahead` : 'a time to come';
  throw new ApiError('invalid-body', `/at: ${detail}`, {
    errors: [{ pointer: '/at', code: 'out_of_range', detail }],
  });
}
