import { type VersionVerdict, compareVersions } from '@host/contracts';

import type { Candidate } from './Candidate.types.ts';
import type { Asker, ReleasePlan } from './ReleasePlan.ts';
import { BUCKETS, rolloutBucket } from './rolloutBucket.ts';
import { parseShared, unsatisfiedRanges } from './sharedModules.ts';

/** Why an install gets one released version and not the others, the newest first. */
export function explainChoice<C extends Candidate>(
  plan: ReleasePlan<C>,
  asker: Asker,
): VersionVerdict[] {
  const choice = plan.choose(asker);
  const chosen = choice.kind === 'version' ? choice.candidate : undefined;
  return plan.candidates.map((candidate) => ({
    version: candidate.version,
    percentage: candidate.percentage / 100,
    cohorts: [...candidate.cohorts],
    ...(candidate === chosen
      ? { verdict: 'chosen' as const, ...whyMeant(plan.appId, candidate, asker) }
      : whyNot(plan.appId, candidate, asker)),
  }));
}

type Reason = Pick<VersionVerdict, 'verdict' | 'detail'>;

function whyNot(appId: string, candidate: Candidate, asker: Asker): Reason {
  const { platform, hostVersion, shared, installId, cohorts = [] } = asker;
  if (platform !== undefined && !candidate.platforms.includes(platform)) {
    return { verdict: 'not-on-platform', detail: `it is for ${candidate.platforms.join(', ')}` };
  }
  if (hostVersion !== undefined && compareVersions(candidate.minHostVersion, hostVersion) > 0) {
    return { verdict: 'host-too-old', detail: `it needs host ${candidate.minHostVersion}` };
  }
  const own = platform && candidate.sharedOn?.[platform];
  const missing =
    shared === undefined ? [] : unsatisfiedRanges(own ?? candidate.shared, parseShared(shared));
  if (missing.length > 0) {
    return { verdict: 'shared-unsatisfied', detail: `the host lacks ${missing.join(', ')}` };
  }
  const isInCohort = candidate.cohorts.some((cohort) => cohorts.includes(cohort));
  const bucket =
    installId === undefined ? BUCKETS : rolloutBucket(appId, candidate.version, installId);
  if (isInCohort || bucket < candidate.percentage || candidate.percentage >= BUCKETS) {
    return { verdict: 'newer-chosen' };
  }
  return { verdict: 'not-in-share', detail: placeOf(candidate, bucket, installId) };
}

function whyMeant(
  appId: string,
  candidate: Candidate,
  { installId, cohorts = [] }: Asker,
): Pick<VersionVerdict, 'detail'> {
  if (candidate.percentage >= BUCKETS) return { detail: 'it is for everybody' };
  const cohort = candidate.cohorts.find((each) => cohorts.includes(each));
  if (cohort !== undefined) return { detail: `the install is in the cohort ${cohort}` };
  const bucket = rolloutBucket(appId, candidate.version, installId!);
  return { detail: placeOf(candidate, bucket, installId) };
}

function placeOf({ percentage }: Candidate, bucket: number, installId: string | undefined): string {
  const share = `${percentage / 100} % have it`;
  return installId === undefined
    ? `${share}, and no install is named`
    : `${share}, this install is at ${bucket / 100} %`;
}
