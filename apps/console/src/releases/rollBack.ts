import { type RegistrationRecord, compareVersions } from '@host/contracts';

import type { ReleasedVersion } from './shares.ts';

/** The versions that a roll-back can go to, the newest first: older than the newest that people get, and neither withdrawn nor never released. */
export function rollBackTargets(
  versions: readonly Pick<RegistrationRecord, 'version' | 'status'>[],
): string[] {
  const released = versions
    .filter(({ status }) => status === 'released')
    .map(({ version }) => version);
  const [newest] = released.toSorted((one, other) => compareVersions(other, one));
  return versions
    .filter(({ status }) => status === 'released' || status === 'paused')
    .map(({ version }) => version)
    .filter((version) => newest !== undefined && compareVersions(version, newest) < 0)
    .toSorted((one, other) => compareVersions(other, one));
}

/** What is released after a roll-back: that version for everybody, and nothing above it. */
export function rolledBack(released: readonly ReleasedVersion[], to: string): ReleasedVersion[] {
  const below = released.filter(({ version }) => compareVersions(version, to) < 0);
  const cohorts = released.find(({ version }) => version === to)?.cohorts ?? [];
  return [{ version: to, percentage: 100, cohorts }, ...below];
}
