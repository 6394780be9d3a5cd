import type { ReleaseRequest } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { type ReviewRow, findReview, isReviewRequired } from './reviewRows.ts';
import type { VersionRow } from './versionRows.ts';

/**
 * Throws unless a version is approved, where approval is required, before it is released to more people. Reducing its reach
 * is always allowed.
 */
export async function requireApproved(
  tx: Queries,
  row: VersionRow,
  request: ReleaseRequest,
): Promise<void> {
  if (!reachesMore(row, request) || !(await isReviewRequired(tx, row.app_id))) return;
  const review = await findReview(tx, row.app_id, row.version);
  if (review?.state === 'approved') return;
  throw new ApiError('review-required', `${row.app_id}@${row.version} ${whyNot(review)}.`);
}

function reachesMore(row: VersionRow, { percentage, cohorts }: ReleaseRequest): boolean {
  if (row.status !== 'released') return true;
  const has = JSON.parse(row.cohorts) as string[];
  const isRaised = percentage !== undefined && Math.round(percentage * 100) > row.percentage;
  return isRaised || (cohorts ?? []).some((cohort) => !has.includes(cohort));
}

function whyNot(review: ReviewRow | undefined): string {
  if (!review) return 'was not submitted for review';
  if (review.state === 'submitted') return 'waits for a reviewer';
  return `was rejected: ${review.reasons}`;
}
