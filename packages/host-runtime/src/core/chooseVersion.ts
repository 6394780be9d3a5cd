import { type Resolution, compareVersions } from '@host/contracts';

import type { AppRecord, KeptVersion } from './AppRecords.ts';

/** A version to open, with its file index if it is cached. */
export interface Choice {
  resolution: Resolution;
  kept: KeptVersion | undefined;
  /** Whether the registry offered another version, which failed on start here. */
  isRolledBack: boolean;
}

/** The version that the registry offers, unless it failed on start here and there is a good one. */
export function chooseVersion(
  resolution: Resolution,
  record: AppRecord | undefined,
  hostVersion: string,
): Choice {
  const { blocked, lastGood } = record ?? {};
  const isBlocked = blocked?.version === resolution.version;
  if (isBlocked && lastGood && lastGood.resolution.version !== resolution.version) {
    if (fits(lastGood, hostVersion)) {
      return { resolution: lastGood.resolution, kept: lastGood, isRolledBack: true };
    }
  }
  return { resolution, kept: keptOf(resolution, record), isRolledBack: false };
}

/** The version to open offline: the last good one, or else the last fetched one. */
export function chooseOffline(
  record: AppRecord | undefined,
  hostVersion: string,
): Choice | undefined {
  const kept = [record?.lastGood, record?.fetched].find(
    (one) => one !== undefined && fits(one, hostVersion),
  );
  return kept && { resolution: kept.resolution, kept, isRolledBack: false };
}

/** Whether a cached version still runs in this host. */
export function fits(kept: KeptVersion, hostVersion: string): boolean {
  return (
    kept.hostVersion === hostVersion &&
    compareVersions(kept.resolution.minHostVersion, hostVersion) <= 0
  );
}

function keptOf({ version, sha256 }: Resolution, record: AppRecord | undefined) {
  return [record?.lastGood, record?.fetched].find(
    (one) => one?.resolution.version === version && one.resolution.sha256 === sha256,
  );
}
