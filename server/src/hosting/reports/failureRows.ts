import { createHash } from 'node:crypto';

import { LIMITS, type ReportKind, type ReportedFailure, type VersionReport } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { topFrame } from './topFrame.ts';

interface FailureRow {
  kind: ReportKind;
  message: string;
  stack: string | null;
  platform: string;
  host_version: string;
  count: number;
  first_at: number;
  last_at: number;
}

/** Keeps a failure once for all reports with the same message and the same place, and drops those that came last longest ago. */
export async function keepFailure(
  tx: Queries,
  appId: string,
  report: VersionReport,
  now: number,
): Promise<void> {
  const message = withoutNul(report.message ?? '');
  const stack = report.stack === undefined ? undefined : withoutNul(report.stack);
  await tx.run(
    `INSERT INTO report_failures
        (app_id, version, fingerprint, kind, message, stack, platform, host_version, count, first_at, last_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
      ON CONFLICT (app_id, version, fingerprint) DO UPDATE SET count = report_failures.count + 1,
        kind = excluded.kind, platform = excluded.platform, host_version = excluded.host_version, last_at = excluded.last_at`,
    appId,
    report.version,
    fingerprintOf(message, stack),
    report.kind,
    message,
    stack ?? null,
    report.platform,
    report.hostVersion,
    now,
    now,
  );
  await tx.run(
    `DELETE FROM report_failures WHERE app_id = ? AND version = ? AND fingerprint NOT IN (
      SELECT fingerprint FROM report_failures WHERE app_id = ? AND version = ?
        ORDER BY last_at DESC, fingerprint LIMIT ?)`,
    appId,
    report.version,
    appId,
    report.version,
    LIMITS.reportedFailures,
  );
}

/** The failures of a version, the one that came last first. */
export async function listFailures(
  db: Queries,
  appId: string,
  version: string,
): Promise<ReportedFailure[]> {
  const rows = await db.all<FailureRow>(
    `SELECT * FROM report_failures WHERE app_id = ? AND version = ?
      ORDER BY last_at DESC, fingerprint LIMIT ?`,
    appId,
    version,
    LIMITS.reportedFailures,
  );
  return rows.map((row) => ({
    kind: row.kind,
    message: row.message,
    ...(row.stack !== null && { stack: row.stack }),
    platform: row.platform,
    hostVersion: row.host_version,
    count: row.count,
    firstAt: new Date(row.first_at).toISOString(),
    lastAt: new Date(row.last_at).toISOString(),
  }));
}

function fingerprintOf(message: string, stack: string | undefined): string {
  const place = stack === undefined ? '' : topFrame(stack);
  return createHash('sha256').update(`${message}\0${place}`).digest('hex');
}

// PostgreSQL cannot keep it, and nobody can read it.
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
