import type { ReviewState, SubmittedCheck } from '@host/contracts';

import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import { contains } from '../../storage/database/contains.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** The publisher id under which the platform's default policy is stored. */
const PLATFORM = '';

/** The review of a version, with the version's name. */
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

const WITH_VERSION = `r.*, v.registration FROM reviews AS r
  JOIN versions AS v ON v.app_id = r.app_id AND v.version = r.version`;

const NAME = '(SELECT m.name FROM mini_programs AS m WHERE m.app_id = r.app_id)';

export function findReview(
  db: Queries,
  appId: string,
  version: string,
): Promise<ReviewRow | undefined> {
  return db.get(`SELECT ${WITH_VERSION} WHERE r.app_id = ? AND r.version = ?`, appId, version);
}

/** There is one for each version, which can be many: they are sorted by time only, which has an index. */
export const REVIEW_LIST: SortedList<ReviewRow> = {
  keys: { submittedAt: { sql: 'r.submitted_at', type: 'number' } },
  initial: '-submittedAt',
  id: [
    { sql: 'r.app_id', type: 'text' },
    { sql: 'r.version', type: 'text' },
  ],
  idOf: ({ app_id, version }) => [app_id, version],
};

/** Reviews in a state or all, of some mini-apps or of all, and with a text or not. */
export async function listReviews(
  db: Queries,
  part: ListPart<ReviewRow>,
  {
    state,
    apps,
    q,
  }: {
    state: ReviewState | undefined;
    apps: readonly string[] | undefined;
    q: string | undefined;
  },
): Promise<(ReviewRow & SortedRow)[]> {
  const { condition, patterns } = contains(['r.app_id', NAME, 'r.notes', 'r.reasons'], q);
  const read = (some: string, ...values: string[]) =>
    db.all<ReviewRow & SortedRow>(
      `SELECT ${part.sortedBy} AS sorted_by, ${WITH_VERSION}
        WHERE ${part.behind} AND ${condition}
        ${state === undefined ? '' : 'AND r.state = ?'} ${some} ORDER BY ${part.order} LIMIT ?`,
      ...part.values,
      ...patterns,
      ...(state === undefined ? [] : [state]),
      ...values,
      part.limit,
    );
  if (!apps) return read('');
  const rows = [];
  for (const { marks, values } of listsOf(apps)) {
    rows.push(...(await read(`AND r.app_id IN ${marks}`, ...values)));
  }
  return part.merge(rows);
}

/** Stores a submission; the decision about an earlier one is kept, so that it stays visible. */
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

/** Whether the versions of a mini-app need approval: its publisher's policy, or the platform's default. */
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

/** The platform's default: whether versions need approval unless their publisher has a policy of its own. */
export async function readReviewPolicy(db: Queries): Promise<boolean> {
  const row = await db.get<{ required: number }>(
    'SELECT required FROM review_policies WHERE publisher_id = ?',
    PLATFORM,
  );
  return row?.required === 1;
}

/** Sets the policy of a publisher, or removes it with null; without an id, the platform's default. */
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
