import type { VersionVerdict } from './Search.ts';
import { type VersionShare, versionShares } from '../mini-apps/versionShares.ts';

/** Those that fit the host: whether an install gets one of them is decided by shares and cohorts alone. */
const FITTING: ReadonlySet<VersionVerdict['verdict']> = new Set([
  'chosen',
  'newer-chosen',
  'not-in-share',
]);

/**
 * What an install gets whose id is not known: the versions that fit its host, and the share of installs that gets each. A version
 * that is released to a cohort of the install is for it, whatever its share.
 */
export function possibleVersions(
  verdicts: readonly VersionVerdict[],
  cohorts: readonly string[] = [],
): VersionShare[] {
  const fitting = verdicts
    .filter(({ verdict }) => FITTING.has(verdict))
    .map(({ version, percentage, cohorts: meant }) => ({
      version,
      percentage: meant.some((each) => cohorts.includes(each)) ? 100 : percentage,
    }));
  return versionShares(fitting).filter(({ percent }) => percent > 0);
}
