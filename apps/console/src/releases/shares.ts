import { compareVersions } from '@host/contracts';

/** What decides who gets a version. */
export interface ReleasedVersion {
  version: string;
  percentage: number;
  cohorts: readonly string[];
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
