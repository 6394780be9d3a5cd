import { compareVersions } from '@host/contracts';

import type { Candidate } from './Candidate.types.ts';
import { BUCKETS } from './rolloutBucket.ts';

/**
 * Drops versions that nobody can get any more, because a newer one is released to everybody and runs wherever they run.
 * Most mini-apps are left with a single version, so thousands of plans fit in memory.
 */
export function dropSuperseded<C extends Candidate>(newestFirst: readonly C[]): C[] {
  // For each set of requirements besides the host version, the lowest host version that a 100 % release covers.
  const servedFrom = new Map<string, string>();
  return newestFirst.filter((each) => {
    const demands = JSON.stringify([each.platforms, each.shared, each.sharedOn]);
    const served = servedFrom.get(demands);
    if (served !== undefined && compareVersions(served, each.minHostVersion) <= 0) return false;
    if (each.percentage >= BUCKETS) servedFrom.set(demands, each.minHostVersion);
    return true;
  });
}
