import type { RegistrationRecord } from '@host/contracts';

import type { MiniProgramRow } from '../records/miniProgramRows.ts';
import { isolationOf, trustOf } from '../records/trustOf.ts';
import { type Platforms, type VersionRow, registrationOf } from '../records/versionRows.ts';

/** A version as the admin API answers it. */
export function toRegistrationRecord(row: VersionRow, app: MiniProgramRow): RegistrationRecord {
  const { digests: _checked, signatures: _verified, ...registration } = registrationOf(row);
  const platforms = JSON.parse(row.platforms) as Platforms;
  return {
    ...registration,
    status: row.status,
    release: { percentage: row.percentage / 100, cohorts: JSON.parse(row.cohorts) as string[] },
    ...(row.status_reason !== null && { statusReason: row.status_reason }),
    ...(row.paused_because !== null && { pausedBecause: row.paused_because }),
    ...scheduledOf(row),
    platforms,
    shared: JSON.parse(row.shared) as Record<string, string>,
    verified: row.verified === 1,
    ...(row.unverified_reason !== null && { unverifiedReason: row.unverified_reason }),
    signed: isSigned(platforms),
    isolation: isolationOf(row, app),
    trust: trustOf(row, app),
    isLatest: row.version === app.latest_version,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

function scheduledOf(row: VersionRow): Pick<RegistrationRecord, 'scheduled'> {
  if (row.scheduled_at === null) return {};
  return {
    scheduled: {
      at: new Date(row.scheduled_at).toISOString(),
      percentage: row.scheduled_percentage! / 100,
      cohorts: JSON.parse(row.scheduled_cohorts!) as string[],
      by: row.scheduled_by!,
      ...(row.scheduled_failed !== null && { failed: row.scheduled_failed }),
    },
  };
}

function isSigned(platforms: Platforms): boolean {
  const archives = Object.values(platforms);
  return archives.length > 0 && archives.every(({ signature }) => signature !== undefined);
}
