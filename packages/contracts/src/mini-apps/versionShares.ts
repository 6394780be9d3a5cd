import { compareVersions } from '../common/Version.ts';

/** The share of all installs that gets a version. */
export interface VersionShare {
  /** Undefined for the installs that get no version. */
  version: string | undefined;
  percent: number;
}

/**
 * The share of installs that gets each of the released versions, newest first. An install gets the newest version that is
 * released to it. Percentages select installs independently for each version, so a version gets its percentage of the
 * installs that newer ones leave.
 */
export function versionShares(
  released: readonly { version: string; percentage: number }[],
): VersionShare[] {
  let rest = 1;
  const shares: VersionShare[] = [];
  const newestFirst = released.toSorted((one, other) =>
    compareVersions(other.version, one.version),
  );
  for (const { version, percentage } of newestFirst) {
    const taken = rest * (percentage / 100);
    shares.push({ version, percent: taken * 100 });
    rest -= taken;
  }
  if (rest > 1e-9) shares.push({ version: undefined, percent: rest * 100 });
  return shares;
}
