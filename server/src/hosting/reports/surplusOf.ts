import { LIMITS } from '@host/contracts';

/** A stored failure of a version. */
export interface KeptFailure {
  fingerprint: string;
  /** Null for anything but a crash. */
  place: string | null;
  first_at: number;
  last_at: number;
  /** How many installs crashed at its location, in any version. */
  installs: number;
}

/** The share of a version's failures that is kept because many installs crash there; the others are the most recent. */
const KEPT_FOR_PLACES = (LIMITS.reportedFailures * 4) / 5;

/**
 * The failures to evict. Anybody can make failures up, at any location: for the locations that hit the most installs, the
 * first failure is kept, so that they always have a stack. The others are evicted, least recent first.
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
