import type { ReviewDetails, SubmittedCheck } from '@host/contracts';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { findMiniProgram } from '../../records/miniProgramRows.ts';
import { isReviewRequired } from '../../records/reviewRows.ts';
import { type Platforms, type VersionRow } from '../../records/versionRows.ts';
import { requireVersion } from '../changeVersion.ts';
import { compareWithLive } from './compareWithLive.ts';
import { requireReview } from './decideReview.ts';
import { toReview } from './toReview.ts';

/** Everything that a reviewer needs to decide about a version. */
export async function readReview(
  db: Queries,
  appId: string,
  version: string,
): Promise<ReviewDetails> {
  const row = await requireVersion(db, appId, version);
  const review = await requireReview(db, appId, version);
  const app = (await findMiniProgram(db, appId))!;
  return {
    ...toReview(review),
    required: await isReviewRequired(db, appId),
    status: row.status,
    ...(app.publisher_id !== null && {
      publisher: { id: app.publisher_id, name: app.publisher_name! },
    }),
    changes: await compareWithLive(db, row, app),
    ...(review.check_result !== null && { check: checkOf(row, review.check_result) }),
  };
}

/** The report of the publisher's check, and whether it was made for the registered artifacts. */
function checkOf(row: VersionRow, text: string): NonNullable<ReviewDetails['check']> {
  const check = JSON.parse(text) as SubmittedCheck;
  const registered = Object.entries(JSON.parse(row.platforms) as Platforms);
  const checked = new Map<string, string>(
    check.archives.map(({ platform, sha256 }) => [platform, sha256]),
  );
  const sameArchives =
    registered.length > 0 &&
    registered.every(([platform, { sha256 }]) => checked.get(platform) === sha256);
  return { ...check, sameArchives };
}
