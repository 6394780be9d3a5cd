import { compareVersions } from '@host/contracts';

import type { Candidate } from './Candidate.types.ts';
import { BUCKETS } from './rolloutBucket.ts';

/**
 * Leaves out the versions that nobody can be given any more: a newer one goes to everybody, and runs wherever they
 * run. Most mini-apps keep one version then, which is what lets thousands of plans stay in memory.
 */
export function dropSuperseded<C extends Candidate>(newestFirst: readonly C[]): C[] {
  // By what a version demands of a host besides its version: the lowest host version that everybody is served from.
  const servedFrom = new Map<string, string>();
  return newestFirst.filter((each) => {
    const demands = JSON.stringify([each.platforms, each.shared, each.sharedOn]);
    const served = servedFrom.get(demands);
    if (served !== undefined && compareVersions(served, each.minHostVersion) <= 0) return false;
    if (each.percentage >= BUCKETS) servedFrom.set(demands, each.minHostVersion);
    return true;
  });
}
