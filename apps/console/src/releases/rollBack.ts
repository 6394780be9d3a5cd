import { type RegistrationRecord, compareVersions } from '@host/contracts';

import type { ReleasedVersion } from './shares.ts';

type Candidate = Pick<RegistrationRecord, 'version' | 'status' | 'pausedBecause'>;

/** The versions that a roll-back can go to, the newest first: older than the newest that people get, and neither withdrawn nor never released. */
export function rollBackTargets<Version extends Candidate>(
  versions: readonly Version[],
): Version[] {
  const newestFirst = versions.toSorted((one, other) =>
    compareVersions(other.version, one.version),
  );
  const newest = newestFirst.findIndex(({ status }) => status === 'released');
  if (newest < 0) return [];
  return newestFirst
    .slice(newest + 1)
    .filter(({ status }) => status === 'released' || status === 'paused');
}

/** The target that the server takes when nobody names one: what is paused was stopped for a reason. */
export function rollBackDefault(targets: readonly Candidate[]): string | undefined {
  return targets.find(({ status }) => status === 'released')?.version;
}

/** What is released after a roll-back: that version for everybody, and nothing above it. */
export function rolledBack(released: readonly ReleasedVersion[], to: string): ReleasedVersion[] {
  const below = released.filter(({ version }) => compareVersions(version, to) < 0);
  const cohorts = released.find(({ version }) => version === to)?.cohorts ?? [];
  return [{ version: to, percentage: 100, cohorts }, ...below];
}
