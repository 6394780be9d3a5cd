import { compareVersions } from '@host/contracts';

/** What decides who gets a version. */
export interface ReleasedVersion {
  version: string;
  percentage: number;
  cohorts: readonly string[];
}

/** How much of all installs get a version. */
export interface Share {
  /** Undefined for those who get none. */
  version: string | undefined;
  percent: number;
}

/**
 * Which share of installs gets which version, the newest first. An install gets the newest version that is meant for it, and
 * which installs are among the first differs from version to version: what a newer one does not take is shared anew.
 */
export function sharesOf(released: readonly ReleasedVersion[]): Share[] {
  let rest = 1;
  const shares: Share[] = [];
  for (const { version, percentage } of newestFirst(released)) {
    const taken = rest * (percentage / 100);
    shares.push({ version, percent: taken * 100 });
    rest -= taken;
  }
  if (rest > 1e-9) shares.push({ version: undefined, percent: rest * 100 });
  return shares;
}

/** The same versions with one of them released as given. */
export function withRelease(
  released: readonly ReleasedVersion[],
  change: ReleasedVersion,
): ReleasedVersion[] {
  return newestFirst([...without(released, change.version), change]);
}

/** The same versions without one of them. */
export function without(released: readonly ReleasedVersion[], version: string): ReleasedVersion[] {
  return released.filter((each) => each.version !== version);
}

function newestFirst(released: readonly ReleasedVersion[]): ReleasedVersion[] {
  return released.toSorted((one, other) => compareVersions(other.version, one.version));
}
