import { createHash } from 'node:crypto';

import {
  LIMITS,
  type Platform,
  type ReportKind,
  type ReportedFailure,
  type VersionReport,
  type VersionStatus,
} from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { type KeptFailure, surplusOf } from './surplusOf.ts';
import { topFrame } from './topFrame.ts';

/** Host versions that are counted separately for a failure; further ones are counted together. */
const MAX_HOST_VERSIONS = 20;
const OTHERS = 'others';

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

/** A failure of one version at a location, with the state of that version. */
interface PlacedFailureRow extends FailureRow {
  version: string;
  stack_platform: Platform;
  platforms: string;
  host_versions: string;
  status: VersionStatus;
  paused_because: string | null;
}

/** A failure report ready to be stored: without NUL characters, and with its crash location. */
export interface PlacedReport {
  report: VersionReport;
  message: string;
  stack: string | undefined;
  /** Undefined for anything but a crash. */
  place: string | undefined;
}

/**
 * Stores a failure once for all reports with the same message and location, and evicts some when there are too many.
 * Reports of a version are serialized by the lock on their period.
 */
export async function keepFailure(
  tx: Queries,
  appId: string,
  { report, message, stack, place }: PlacedReport,
  now: number,
): Promise<void> {
  const { version, kind, platform, hostVersion } = report;
  const fingerprint = fingerprintOf(message, stack, place);
  const known = await tx.get<{ platforms: string; host_versions: string }>(
    `SELECT platforms, host_versions FROM report_failures
      WHERE app_id = ? AND version = ? AND fingerprint = ?`,
    appId,
    version,
    fingerprint,
  );
  await tx.run(
    `INSERT INTO report_failures
        (app_id, version, fingerprint, kind, message, stack, platform, host_version, count, first_at, last_at,
         place, stack_platform, platforms, host_versions)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_id, version, fingerprint) DO UPDATE SET count = report_failures.count + 1,
        kind = excluded.kind, platform = excluded.platform, host_version = excluded.host_version,
        last_at = excluded.last_at, place = COALESCE(report_failures.place, excluded.place),
        platforms = excluded.platforms, host_versions = excluded.host_versions`,
    appId,
    version,
    fingerprint,
    kind,
    message,
    stack ?? null,
    platform,
    hostVersion,
    now,
    now,
    place ?? null,
    platform,
    addTo(known?.platforms, platform),
    addTo(known?.host_versions, hostVersion),
  );
  if (!known) await dropSome(tx, appId, version);
}

/** Evicts the surplus failures of a version. */
async function dropSome(tx: Queries, appId: string, version: string): Promise<void> {
  const rows = await tx.all<KeptFailure>(
    `SELECT f.fingerprint, f.place, f.first_at, f.last_at, COALESCE(c.installs, 0) AS installs
      FROM report_failures AS f LEFT JOIN crashes AS c ON c.app_id = f.app_id AND c.place = f.place
      WHERE f.app_id = ? AND f.version = ?`,
    appId,
    version,
  );
  for (const fingerprint of surplusOf(rows)) {
    await tx.run(
      'DELETE FROM report_failures WHERE app_id = ? AND version = ? AND fingerprint = ?',
      appId,
      version,
      fingerprint,
    );
  }
}

/** The failures of a version, the most recent first. */
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

/** The failures at a location, one for each version, the most recent first. */
export async function listFailuresAt(
  db: Queries,
  appId: string,
  place: string,
): Promise<PlacedFailureRow[]> {
  const rows = await db.all<PlacedFailureRow>(
    `SELECT f.*, COALESCE(f.stack_platform, f.platform) AS stack_platform, v.status, v.paused_because
      FROM report_failures AS f JOIN versions AS v ON v.app_id = f.app_id AND v.version = f.version
      WHERE f.app_id = ? AND f.place = ? ORDER BY f.last_at DESC, f.fingerprint LIMIT ?`,
    appId,
    place,
    LIMITS.reportedFailures,
  );
  const versions = new Map<string, PlacedFailureRow>();
  // One location can have several messages: they are counted together.
  for (const row of rows) {
    const first = versions.get(row.version);
    versions.set(row.version, first ? together(first, row) : row);
  }
  return [...versions.values()];
}

function together(one: PlacedFailureRow, other: PlacedFailureRow): PlacedFailureRow {
  return {
    ...one,
    stack: one.stack ?? other.stack,
    count: one.count + other.count,
    first_at: Math.min(one.first_at, other.first_at),
    platforms: addAll(one.platforms, other.platforms),
    host_versions: addAll(one.host_versions, other.host_versions),
  };
}

/** Increments the count of a name, in JSON. */
function addTo(text: string | undefined, name: string): string {
  return addAll(text ?? '{}', JSON.stringify({ [name]: 1 }));
}

function addAll(text: string, more: string): string {
  const counts = new Map(Object.entries(JSON.parse(text) as Record<string, number>));
  for (const [name, count] of Object.entries(JSON.parse(more) as Record<string, number>)) {
    const key = counts.has(name) || counts.size < MAX_HOST_VERSIONS ? name : OTHERS;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return JSON.stringify(Object.fromEntries(counts));
}

/** Each crash location keeps its own stack, even if another has the same message and top frame. */
function fingerprintOf(
  message: string,
  stack: string | undefined,
  place: string | undefined,
): string {
  const parts = [message, stack === undefined ? '' : topFrame(stack)];
  if (place !== undefined) parts.push(place);
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}
