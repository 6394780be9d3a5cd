import type { ReviewRequest } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import { changeOf } from '../../../operations/audit/changeOf.ts';
import type { Answer, Commit } from '../../../operations/actions/AdminActions.ts';
import type { Queries } from '../../../storage/database/Database.types.ts';
import { type ReviewRow, findReview, putSubmission } from '../../records/reviewRows.ts';
import { tellAll } from '../../records/registryChanges.ts';
import { requireMiniProgram, requireVersion } from '../changeVersion.ts';
import { toReview } from './toReview.ts';

interface Submission {
  appId: string;
  version: string;
  request: ReviewRequest;
  actor: string;
}

/**
 * Submits a version for review. Idempotent, and without effect on an approved version; different notes, or a rejected
 * version, make it a new submission.
 */
export async function submitVersion(
  db: Queries,
  submission: Submission,
  commit: Commit,
): Promise<Answer> {
  const { appId, version, request, actor } = submission;
  const settled = await findSettled(db, submission);
  if (settled) return settled;
  return commit(async (tx) => {
    const now = Date.now();
    await requireMiniProgram(tx, appId, now);
    await requireSubmittable(tx, appId, version);
    const already = await findSettled(tx, submission);
    if (already) return already;
    const before = await findReview(tx, appId, version);
    const number = (before?.submission ?? 0) + 1;
    const { notes, check } = request;
    await putSubmission(tx, { appId, version }, { number, notes, check }, { actor, now });
    await tellAll(tx, [appId]);
    const body = toReview((await findReview(tx, appId, version))!);
    return {
      status: before ? 200 : 201,
      body,
      change: changeOf(before && toReview(before), body),
      details: { submission: number, ...(notes !== undefined && { notes }) },
    };
  });
}

async function findSettled(db: Queries, submission: Submission): Promise<Answer | undefined> {
  const row = await findReview(db, submission.appId, submission.version);
  if (!row || (row.state !== 'approved' && !isSame(row, submission.request))) return undefined;
  return { status: 200, body: toReview(row) };
}

function isSame(row: ReviewRow, { notes, check }: ReviewRequest): boolean {
  const sentCheck = check === undefined ? null : JSON.stringify(check);
  return (
    row.state === 'submitted' && row.notes === (notes ?? null) && row.check_result === sentCheck
  );
}

async function requireSubmittable(tx: Queries, appId: string, version: string): Promise<void> {
  const row = await requireVersion(tx, appId, version);
  if (row.status === 'withdrawn') {
    throw new ApiError('invalid-transition', `${appId}@${version} is withdrawn.`);
  }
  if (row.verified !== 1) {
    const why = row.unverified_reason ?? 'its artifacts are not verified';
    throw new ApiError('not-verified', `${appId}@${version} cannot be reviewed: ${why}.`);
  }
}
