import { LIMITS } from '@host/contracts';

/** A failure that is kept of a version. */
export interface KeptFailure {
  fingerprint: string;
  /** Null for anything but a crash. */
  place: string | null;
  first_at: number;
  last_at: number;
  /** How many installs crashed at its place, in any version. */
  installs: number;
}

/** Of the failures that a version may have, those that stay since many crash there; the others came last. */
const KEPT_FOR_PLACES = (LIMITS.reportedFailures * 4) / 5;

/**
 * The failures that are too many. Anybody can make failures up, at any place: what was reported first of the places that hit
 * the most installs stays, so that these have a stack to be looked at. Of the others those go that came last longest ago.
 */
export function surplusOf(failures: readonly KeptFailure[]): string[] {
  if (failures.length <= LIMITS.reportedFailures) return [];
  const firsts = new Map<string, KeptFailure>();
  for (const failure of failures.toSorted((one, other) => one.first_at - other.first_at)) {
    if (failure.place !== null && !firsts.has(failure.place)) firsts.set(failure.place, failure);
  }
  const staying = new Set(
    [...firsts.values()]
      .toSorted((one, other) => other.installs - one.installs || one.first_at - other.first_at)
      .slice(0, KEPT_FOR_PLACES),
  );
  return failures
    .filter((failure) => !staying.has(failure))
    .toSorted((one, other) => other.last_at - one.last_at)
    .slice(LIMITS.reportedFailures - staying.size)
    .map(({ fingerprint }) => fingerprint);
}
