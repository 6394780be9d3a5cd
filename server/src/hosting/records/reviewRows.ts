import type { ReviewState, SubmittedCheck } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** The publisher of the policy that holds for the platform. */
const PLATFORM = '';

/** The review of a version, with the name that the version has. */
export interface ReviewRow {
  app_id: string;
  version: string;
  state: ReviewState;
  submission: number;
  notes: string | null;
  check_result: string | null;
  submitted_by: string;
  submitted_at: number;
  decision: 'approved' | 'rejected' | null;
  reasons: string | null;
  decided_by: string | null;
  decided_at: number | null;
  registration: string;
}

const WITH_VERSION = `SELECT r.*, v.registration FROM reviews AS r
  JOIN versions AS v ON v.app_id = r.app_id AND v.version = r.version`;

export function findReview(
  db: Queries,
  appId: string,
  version: string,
): Promise<ReviewRow | undefined> {
  return db.get(`${WITH_VERSION} WHERE r.app_id = ? AND r.version = ?`, appId, version);
}

/** A place in a list of reviews. */
export type ReviewPlace = readonly [submittedAt: number, appId: string, version: string];

/** Reviews by the time when they were submitted: what waits with the longest first, everything else with the newest. */
export async function listReviews(
  db: Queries,
  page: {
    state: ReviewState | undefined;
    after: ReviewPlace;
    limit: number;
    apps: readonly string[] | undefined;
  },
): Promise<ReviewRow[]> {
  const { state, after, limit, apps } = page;
  const [order, beyond] = isQueue(state) ? ['ASC', '>'] : ['DESC', '<'];
  const sql = (condition: string) =>
    `${WITH_VERSION} WHERE (r.submitted_at, r.app_id, r.version) ${beyond} (?, ?, ?)
      ${state === undefined ? '' : 'AND r.state = ?'} ${condition}
      ORDER BY r.submitted_at ${order}, r.app_id ${order}, r.version ${order} LIMIT ?`;
  const parameters = [...after, ...(state === undefined ? [] : [state])];
  if (!apps) return db.all<ReviewRow>(sql(''), ...parameters, limit);
  const rows: ReviewRow[] = [];
  for (const { marks, values } of listsOf(apps)) {
    const some = `AND r.app_id IN ${marks}`;
    rows.push(...(await db.all<ReviewRow>(sql(some), ...parameters, ...values, limit)));
  }
  const way = isQueue(state) ? 1 : -1;
  return rows.toSorted((one, other) => way * compare(placeOf(one), placeOf(other))).slice(0, limit);
}

/** Whether the longest waiting review is first. */
export function isQueue(state: ReviewState | undefined): boolean {
  return state === 'submitted';
}

export function placeOf({ submitted_at, app_id, version }: ReviewRow): ReviewPlace {
  return [submitted_at, app_id, version];
}

function compare(one: ReviewPlace, other: ReviewPlace): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1;
}

/** Keeps a submission; a decision about an earlier one stays, so that everybody sees what it was. */
export async function putSubmission(
  tx: Queries,
  { appId, version }: { appId: string; version: string },
  submission: { number: number; notes: string | undefined; check: SubmittedCheck | undefined },
  { actor, now }: { actor: string; now: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO reviews (app_id, version, state, submission, notes, check_result, submitted_by, submitted_at)
      VALUES (?, ?, 'submitted', ?, ?, ?, ?, ?)
      ON CONFLICT (app_id, version) DO UPDATE SET state = excluded.state, submission = excluded.submission,
        notes = excluded.notes, check_result = excluded.check_result, submitted_by = excluded.submitted_by,
        submitted_at = excluded.submitted_at`,
    appId,
    version,
    submission.number,
    submission.notes ?? null,
    submission.check === undefined ? null : JSON.stringify(submission.check),
    actor,
    now,
  );
}

export async function putDecision(
  tx: Queries,
  { app_id, version }: ReviewRow,
  decision: { decision: 'approved' | 'rejected'; reasons: string | undefined },
  { actor, now }: { actor: string; now: number },
): Promise<void> {
  await tx.run(
    `UPDATE reviews SET state = ?, decision = ?, reasons = ?, decided_by = ?, decided_at = ?
      WHERE app_id = ? AND version = ?`,
    decision.decision,
    decision.decision,
    decision.reasons ?? null,
    actor,
    now,
    app_id,
    version,
  );
}

/** Whether the versions of a mini-app have to be approved: its publisher's policy, or that of the platform. */
export async function isReviewRequired(db: Queries, appId: string): Promise<boolean> {
  const row = await db.get<{ required: number | null }>(
    `SELECT COALESCE(
        (SELECT p.required FROM review_policies AS p
          JOIN app_owners AS o ON o.publisher_id = p.publisher_id WHERE o.app_id = ?),
        (SELECT required FROM review_policies WHERE publisher_id = ?)) AS required`,
    appId,
    PLATFORM,
  );
  return row?.required === 1;
}

/** Whether versions have to be approved on this platform, unless their publisher is treated otherwise. */
export async function readReviewPolicy(db: Queries): Promise<boolean> {
  const row = await db.get<{ required: number }>(
    'SELECT required FROM review_policies WHERE publisher_id = ?',
    PLATFORM,
  );
  return row?.required === 1;
}

/** Sets what holds for a publisher, or with null forgets it; for the platform without an id. */
export async function putReviewPolicy(
  tx: Queries,
  publisherId: string | undefined,
  required: boolean | null,
): Promise<void> {
  if (required === null) {
    await tx.run('DELETE FROM review_policies WHERE publisher_id = ?', publisherId ?? PLATFORM);
    return;
  }
  await tx.run(
    `INSERT INTO review_policies (publisher_id, required) VALUES (?, ?)
      ON CONFLICT (publisher_id) DO UPDATE SET required = excluded.required`,
    publisherId ?? PLATFORM,
    required ? 1 : 0,
  );
}
