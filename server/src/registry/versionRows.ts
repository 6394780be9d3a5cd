import type {
  Platform,
  PlatformArtifact,
  Registration,
  RegistrationRecord,
  VersionStatus,
} from '@host/contracts';

import type { Queries } from '../storage/database/Database.types.ts';
import { versionOrder } from './versionOrder.ts';

export type Platforms = Partial<Record<Platform, PlatformArtifact>>;

export interface VersionRow {
  app_id: string;
  version: string;
  version_order: string;
  registration: string;
  platforms: string;
  shared: string;
  verified: number;
  unverified_reason: string | null;
  status: VersionStatus;
  status_reason: string | null;
  /** Why the server paused it by itself. */
  paused_because: string | null;
  /** Hundredths of a percent. */
  percentage: number;
  cohorts: string;
  created_at: number;
  updated_at: number;
}

/** What verification found out about a version's artifacts. */
export interface VerifiedArtifacts {
  verified: boolean;
  unverifiedReason?: string;
  platforms: Platforms;
  shared: Record<string, string>;
}

export function findVersion(
  db: Queries,
  appId: string,
  version: string,
): Promise<VersionRow | undefined> {
  return db.get<VersionRow>(
    'SELECT * FROM versions WHERE app_id = ? AND version = ?',
    appId,
    version,
  );
}

/** The newest first, those below a place in the order. */
export function listVersions(
  db: Queries,
  appId: string,
  page: { below: string; limit: number },
): Promise<VersionRow[]> {
  return db.all<VersionRow>(
    'SELECT * FROM versions WHERE app_id = ? AND version_order < ? ORDER BY version_order DESC LIMIT ?',
    appId,
    page.below,
    page.limit,
  );
}

/** Every released version of a mini-app, the newest first. */
export function listReleased(db: Queries, appId: string): Promise<VersionRow[]> {
  return db.all<VersionRow>(
    `SELECT * FROM versions WHERE app_id = ? AND status = 'released' ORDER BY version_order DESC`,
    appId,
  );
}

/** Inserts a version; false when it is there already. */
export async function insertVersion(
  tx: Queries,
  registration: Registration,
  artifacts: VerifiedArtifacts,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    `INSERT INTO versions (app_id, version, version_order, registration, platforms, shared, verified,
        unverified_reason, status, percentage, cohorts, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'registered', 0, '[]', ?, ?)
      ON CONFLICT (app_id, version) DO NOTHING`,
    registration.appId,
    registration.version,
    versionOrder(registration.version),
    JSON.stringify(registration),
    JSON.stringify(artifacts.platforms),
    JSON.stringify(artifacts.shared),
    artifacts.verified ? 1 : 0,
    artifacts.unverifiedReason ?? null,
    now,
    now,
  );
  return changed === 1;
}

export async function setArtifacts(
  tx: Queries,
  row: VersionRow,
  artifacts: VerifiedArtifacts,
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE versions SET platforms = ?, shared = ?, verified = ?, unverified_reason = ?, updated_at = ?
      WHERE app_id = ? AND version = ?`,
    JSON.stringify(artifacts.platforms),
    JSON.stringify(artifacts.shared),
    artifacts.verified ? 1 : 0,
    artifacts.unverifiedReason ?? null,
    now,
    row.app_id,
    row.version,
  );
}

export async function setStatus(
  tx: Queries,
  row: VersionRow,
  change: {
    status: VersionStatus;
    reason?: string | undefined;
    pausedBecause?: string | undefined;
    percentage: number;
    cohorts: string[];
  },
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE versions SET status = ?, status_reason = ?, paused_because = ?, percentage = ?, cohorts = ?, updated_at = ?
      WHERE app_id = ? AND version = ?`,
    change.status,
    change.reason ?? null,
    change.pausedBecause ?? null,
    change.percentage,
    JSON.stringify(change.cohorts),
    now,
    row.app_id,
    row.version,
  );
}

/** The registration as it was sent. */
export function registrationOf(row: VersionRow): Registration {
  return JSON.parse(row.registration) as Registration;
}

export function toRegistrationRecord(row: VersionRow, latestVersion: string): RegistrationRecord {
  const { digests: _checked, signatures: _verified, ...registration } = registrationOf(row);
  const platforms = JSON.parse(row.platforms) as Platforms;
  return {
    ...registration,
    status: row.status,
    release: { percentage: row.percentage / 100, cohorts: JSON.parse(row.cohorts) as string[] },
    ...(row.status_reason !== null && { statusReason: row.status_reason }),
    ...(row.paused_because !== null && { pausedBecause: row.paused_because }),
    platforms,
    shared: JSON.parse(row.shared) as Record<string, string>,
    verified: row.verified === 1,
    ...(row.unverified_reason !== null && { unverifiedReason: row.unverified_reason }),
    signed: isSigned(platforms),
    isLatest: row.version === latestVersion,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

function isSigned(platforms: Platforms): boolean {
  const archives = Object.values(platforms);
  return archives.length > 0 && archives.every(({ signature }) => signature !== undefined);
}
