import type { Registration, Review } from '@host/contracts';

import type { ReviewRow } from '../../records/reviewRows.ts';

/** A review as the admin API answers it. */
export function toReview(row: ReviewRow): Review {
  const { name } = JSON.parse(row.registration) as Registration;
  return {
    appId: row.app_id,
    name,
    version: row.version,
    state: row.state,
    submission: row.submission,
    ...(row.notes !== null && { notes: row.notes }),
    submittedBy: row.submitted_by,
    submittedAt: new Date(row.submitted_at).toISOString(),
    ...(row.decision !== null && {
      decision: {
        decision: row.decision,
        ...(row.reasons !== null && { reasons: row.reasons }),
        by: row.decided_by!,
        at: new Date(row.decided_at!).toISOString(),
      },
    }),
  };
}
