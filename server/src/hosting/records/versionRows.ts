import type { Platform, PlatformArtifact, Registration, VersionStatus } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { platformsAt, registrationAt } from './atAddress.ts';
import type { TrustDecision } from './TrustDecision.types.ts';
import { versionOrder } from './versionOrder.ts';

/** The batch size for reading all versions. */
const VERSIONS_AT_ONCE = 500;

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
  /** Why the server paused it automatically. */
  paused_because: string | null;
  /** Whether an operator paused it: then only operators can release it again. */
  paused_by_operator: number;
  /** Hundredths of a percent. */
  percentage: number;
  cohorts: string;
  created_at: number;
  updated_at: number;
  /** Of `version_trust`; NULL without a decision about this version. */
  trust_state: TrustDecision['state'] | null;
  trust_reason: string | null;
  trust_actor: string | null;
  trust_at: number | null;
  /** Of `scheduled_releases`; NULL while none is scheduled. */
  scheduled_at: number | null;
  scheduled_percentage: number | null;
  scheduled_cohorts: string | null;
  scheduled_by: string | null;
  scheduled_failed: string | null;
}

const WITH_TRUST = `SELECT v.*, t.state AS trust_state, t.reason AS trust_reason, t.actor AS trust_actor, t.at AS trust_at,
    s.due_at AS scheduled_at, s.percentage AS scheduled_percentage, s.cohorts AS scheduled_cohorts,
    s.actor AS scheduled_by, s.failed AS scheduled_failed
  FROM versions v LEFT JOIN version_trust t ON t.app_id = v.app_id AND t.version = v.version
  LEFT JOIN scheduled_releases s ON s.app_id = v.app_id AND s.version = v.version`;

/** The result of verifying a version's artifacts. */
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
  return db.get<VersionRow>(`${WITH_TRUST} WHERE v.app_id = ? AND v.version = ?`, appId, version);
}

/** A page of versions below a position in the order, the newest first. */
export function listVersions(
  db: Queries,
  appId: string,
  page: { below: string; limit: number },
): Promise<VersionRow[]> {
  return db.all<VersionRow>(
    `${WITH_TRUST} WHERE v.app_id = ? AND v.version_order < ? ORDER BY v.version_order DESC LIMIT ?`,
    appId,
    page.below,
    page.limit,
  );
}

/** Every released version of a mini-app, the newest first. */
export function listReleased(db: Queries, appId: string): Promise<VersionRow[]> {
  return db.all<VersionRow>(
    `${WITH_TRUST} WHERE v.app_id = ? AND v.status = 'released' ORDER BY v.version_order DESC`,
    appId,
  );
}

/** A version that people get, and the share of installs that do. */
export interface Served {
  version: string;
  percentage: number;
  cohorts: string[];
}

/** The versions that people get: the released ones, the newest first, down to the first with 100 %. */
export async function listServed(db: Queries, appId: string): Promise<Served[]> {
  return (await listServedOf(db, [appId])).get(appId) ?? [];
}

/** The same for several mini-apps; those with nothing released are left out. */
export async function listServedOf(
  db: Queries,
  appIds: readonly string[],
): Promise<Map<string, Served[]>> {
  const served = new Map<string, Served[]>();
  for (const { marks, values } of listsOf(appIds)) {
    const rows = await db.all<Pick<VersionRow, 'app_id' | 'version' | 'percentage' | 'cohorts'>>(
      `SELECT app_id, version, percentage, cohorts FROM versions
        WHERE app_id IN ${marks} AND status = 'released' ORDER BY app_id, version_order DESC`,
      ...values,
    );
    for (const { app_id: appId, version, percentage, cohorts } of rows) {
      const newer = served.get(appId) ?? [];
      if (newer.some((each) => each.percentage >= 100)) continue;
      const share = { version, percentage: percentage / 100, cohorts: JSON.parse(cohorts) };
      served.set(appId, [...newer, share]);
    }
  }
  return served;
}

/** Every usable version of a mini-app: its artifacts are verified, and it is not withdrawn. */
export function listUsable(db: Queries, appId: string): Promise<VersionRow[]> {
  return db.all<VersionRow>(
    `${WITH_TRUST} WHERE v.app_id = ? AND v.verified = 1 AND v.status <> 'withdrawn'
      ORDER BY v.version_order DESC`,
    appId,
  );
}

/** The version whose details represent a mini-app: the newest released one, or the newest if none is released. */
export async function findForemost(db: Queries, appId: string): Promise<VersionRow> {
  return (await findForemostOf(db, [appId])).get(appId)!;
}

/** The same of several mini-apps. */
export async function findForemostOf(
  db: Queries,
  appIds: readonly string[],
): Promise<Map<string, VersionRow>> {
  const foremost = new Map<string, VersionRow>();
  for (const { marks, values } of listsOf(appIds)) {
    const rows = await db.all<VersionRow>(
      `${WITH_TRUST} WHERE v.app_id IN ${marks} AND v.version = (
        SELECT each.version FROM versions each WHERE each.app_id = v.app_id
          ORDER BY CASE WHEN each.status = 'released' THEN 0 ELSE 1 END, each.version_order DESC LIMIT 1)`,
      ...values,
    );
    for (const row of rows) foremost.set(row.app_id, row);
  }
  return foremost;
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
    pausedByOperator?: boolean;
    percentage: number;
    cohorts: string[];
  },
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE versions SET status = ?, status_reason = ?, paused_because = ?, paused_by_operator = ?,
        percentage = ?, cohorts = ?, updated_at = ?
      WHERE app_id = ? AND version = ?`,
    change.status,
    change.reason ?? null,
    change.pausedBecause ?? null,
    change.pausedByOperator ? 1 : 0,
    change.percentage,
    JSON.stringify(change.cohorts),
    now,
    row.app_id,
    row.version,
  );
}

/** Replaces the base address of artifacts in all versions. */
export async function replaceAddress(tx: Queries, former: string, url: string): Promise<void> {
  let after: VersionKey | undefined = { app_id: '', version: '' };
  while (after) after = await replaceAddressInSome(tx, after, { former, url });
}

type VersionKey = Pick<VersionRow, 'app_id' | 'version'>;

/** Does so for a batch of versions after a given one; returns the last of them, or undefined at the end. */
async function replaceAddressInSome(
  tx: Queries,
  after: VersionKey,
  addresses: { former: string; url: string },
): Promise<VersionKey | undefined> {
  const rows = await tx.all<VersionKey & Pick<VersionRow, 'registration' | 'platforms'>>(
    `SELECT app_id, version, registration, platforms FROM versions
      WHERE (app_id, version) > (?, ?) ORDER BY app_id, version LIMIT ?`,
    after.app_id,
    after.version,
    VERSIONS_AT_ONCE,
  );
  for (const row of rows) {
    const registration = JSON.stringify(registrationAt(registrationOf(row), addresses));
    const platforms = JSON.stringify(
      platformsAt(JSON.parse(row.platforms) as Platforms, addresses),
    );
    if (registration === row.registration && platforms === row.platforms) continue;
    await tx.run(
      'UPDATE versions SET registration = ?, platforms = ? WHERE app_id = ? AND version = ?',
      registration,
      platforms,
      row.app_id,
      row.version,
    );
  }
  return rows.length < VERSIONS_AT_ONCE ? undefined : rows.at(-1);
}

/** The registration as it was sent. */
export function registrationOf(row: Pick<VersionRow, 'registration'>): Registration {
  return JSON.parse(row.registration) as Registration;
}
