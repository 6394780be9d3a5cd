import type { Review } from '@host/contracts';

import type { Rights } from '../../../operations/identity/Rights.ts';
import { listTokenNames } from '../../../operations/identity/tokenRows.ts';
import type { Queries } from '../../../storage/database/Database.types.ts';

/** Adds the names of submitters and reviewers for callers who may know them, with one query for all reviews. */
export async function nameReviewers<Each extends Review>(
  db: Queries,
  { seesNames }: Pick<Rights, 'seesNames'>,
  reviews: readonly Each[],
): Promise<Each[]> {
  if (!seesNames) return [...reviews];
  const names = await listTokenNames(
    db,
    reviews.flatMap(({ submittedBy, decision }) => [
      submittedBy,
      ...(decision ? [decision.by] : []),
    ]),
  );
  return reviews.map((review) => {
    const { submittedBy, decision } = review;
    const submittedByName = names.get(submittedBy);
    const byName = decision && names.get(decision.by);
    return {
      ...review,
      ...(submittedByName !== undefined && { submittedByName }),
      ...(byName !== undefined && { decision: { ...decision, byName } }),
    };
  });
}
