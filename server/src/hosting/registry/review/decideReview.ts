import type { ReviewDecisionRequest } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import { changeOf } from '../../../operations/audit/changeOf.ts';
import type { Answer, Commit } from '../../../operations/actions/AdminActions.ts';
import type { Queries } from '../../../storage/database/Database.types.ts';
import { type ReviewRow, findReview, putDecision } from '../../records/reviewRows.ts';
import { tellAll } from '../../records/registryChanges.ts';
import { requireMiniProgram, requireVersion } from '../changeVersion.ts';
import { toReview } from './toReview.ts';

interface Decision {
  appId: string;
  version: string;
  request: ReviewDecisionRequest;
  actor: string;
}

/**
 * Records the decision about a version; idempotent for the same reviewer. If somebody else has decided or submitted
 * meanwhile, it is refused instead of overwriting what the reviewer has not seen.
 */
export async function decideReview(
  db: Queries,
  decision: Decision,
  commit: Commit,
): Promise<Answer> {
  const { appId, version, request, actor } = decision;
  await requireVersion(db, appId, version);
  const current = await requireReview(db, appId, version);
  if (isSame(current, decision)) return { status: 200, body: toReview(current) };
  return commit(async (tx) => {
    const now = Date.now();
    await requireMiniProgram(tx, appId, now);
    const row = await requireReview(tx, appId, version);
    refuseUnseen(row, request);
    const { decision: decided, reasons } = request;
    await putDecision(tx, row, { decision: decided, reasons }, { actor, now });
    await tellAll(tx, [appId]);
    const body = toReview((await findReview(tx, appId, version))!);
    return {
      status: 200,
      body,
      change: changeOf(toReview(row), body),
      details: {
        submission: row.submission,
        from: row.state,
        to: decided,
        ...(reasons !== undefined && { reasons }),
      },
    };
  });
}

function isSame(row: ReviewRow, { request, actor }: Decision): boolean {
  return (
    row.submission === request.submission &&
    row.state === request.decision &&
    row.decided_by === actor &&
    row.reasons === (request.reasons ?? null)
  );
}

function refuseUnseen(row: ReviewRow, request: ReviewDecisionRequest): void {
  const name = `${row.app_id}@${row.version}`;
  if (row.submission !== request.submission) {
    throw new ApiError(
      'review-conflict',
      `${name} was submitted anew: this is submission ${row.submission}, and ${request.submission} was looked at.`,
    );
  }
  if (row.state === (request.from ?? 'submitted')) return;
  const reasons = row.reasons === null ? '' : `: ${row.reasons}`;
  throw new ApiError(
    'review-conflict',
    row.decided_by !== null && row.state !== 'submitted'
      ? `${row.decided_by} ${row.state} ${name} at ${new Date(row.decided_at!).toISOString()}${reasons}`
      : `${name} waits for a decision.`,
  );
}

/** The review of a version; throws when nobody submitted it. */
export async function requireReview(
  db: Queries,
  appId: string,
  version: string,
): Promise<ReviewRow> {
  const row = await findReview(db, appId, version);
  if (row) return row;
  throw new ApiError('review-not-found', `${appId}@${version} was not submitted for review.`);
}
