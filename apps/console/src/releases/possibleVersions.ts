import { type VersionShare, type VersionVerdict, versionShares } from '@host/contracts';

/** Those that fit the host: whether an install gets one of them is decided by the shares alone. */
const FITTING: ReadonlySet<VersionVerdict['verdict']> = new Set([
  'chosen',
  'newer-chosen',
  'not-in-share',
]);

/** What an install gets whose id is not known: the versions that fit its host, and the share of installs that gets each. */
export function possibleVersions(verdicts: readonly VersionVerdict[]): VersionShare[] {
  const fitting = verdicts.filter(({ verdict }) => FITTING.has(verdict));
  return versionShares(fitting).filter(({ percent }) => percent > 0);
}
