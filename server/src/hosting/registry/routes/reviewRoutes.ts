import {
  AppId,
  Review,
  ReviewDecisionRequest,
  ReviewDetails,
  ReviewPolicy,
  ReviewQuery,
  ReviewRequest,
  Version,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { readPart } from '../../../http/lists/sortedList.ts';
import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { AdminActions } from '../../../operations/actions/AdminActions.ts';
import { changeOf } from '../../../operations/audit/changeOf.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import {
  REVIEW_LIST,
  listReviews,
  putReviewPolicy,
  readReviewPolicy,
} from '../../records/reviewRows.ts';
import { decideReview } from '../review/decideReview.ts';
import { nameReviewers } from '../review/nameReviewers.ts';
import { readReview } from '../review/readReview.ts';
import { submitVersion } from '../review/submitVersion.ts';
import { toReview } from '../review/toReview.ts';

const shared = { tags: ['reviews'], security: [{ token: [] }] };
const AppVersion = z.object({ appId: AppId, version: Version });
const ONE = '/mini-programs/:appId/versions/:version/review';

/** Publishers submit versions, reviewers decide about them. */
export function reviewRoutes(
  app: TypedApp,
  { db, actions }: { db: Database; actions: AdminActions },
): void {
  app.post(
    ONE,
    {
      config: { scope: 'publish' },
      schema: {
        ...shared,
        summary: 'Submit a version for review',
        description:
          'With notes for the reviewer, and what `miniapp check` found. The same again is no change; other notes, or a rejected version, are a new submission. An approved version stays approved. Scope: `publish`.',
        params: AppVersion,
        body: ReviewRequest,
        response: { 200: Review, 201: Review },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const submission = { appId, version, request: request.body, actor: request.caller.actor };
      const action = { action: 'review.submit', target: `${appId}@${version}` };
      return actions.perform(request, reply, action, (commit) =>
        submitVersion(db, submission, commit),
      );
    },
  );

  app.get(
    ONE,
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read the review of a version',
        description:
          'With what the version changes against the one that most people get now: permissions, sizes, files, shared modules, isolation. Scope: `read`.',
        params: AppVersion,
        response: { 200: ReviewDetails },
      },
    },
    async ({ params: { appId, version }, caller }) => {
      const review = await readReview(db, appId, version);
      return (await nameReviewers(db, caller, [review]))[0]!;
    },
  );

  app.post(
    `${ONE}/decision`,
    {
      config: { scope: 'trust' },
      schema: {
        ...shared,
        summary: 'Approve or reject a version',
        description:
          'Names the submission that was looked at: when somebody submitted or decided meanwhile, it is refused with `review-conflict`. A rejection needs reasons, which the publisher reads. It stops no release: pause it for that. No token that publishes has this scope. Scope: `trust`.',
        params: AppVersion,
        body: ReviewDecisionRequest,
        response: { 200: Review },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const decision = { appId, version, request: request.body, actor: request.caller.actor };
      const action = { action: 'review.decide', target: `${appId}@${version}` };
      return actions.perform(request, reply, action, (commit) =>
        decideReview(db, decision, commit),
      );
    },
  );

  app.get(
    '/reviews',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List reviews',
        description:
          'With `state=submitted` the queue, who waits longest first; otherwise the newest submission first; `sort` says it otherwise. All, or those of `appId`, or with `q` those that have this text in the name or id of the mini-app, the notes or the reasons. A token that is restricted to mini-apps sees those. Scope: `read`.',
        querystring: ReviewQuery,
        response: { 200: pageOf(Review) },
      },
    },
    async ({ query, caller }) => {
      const { state, appId, q } = query;
      if (appId !== undefined) await caller.requireApp(appId);
      const apps = appId === undefined ? caller.apps : [appId];
      const part = readPart(REVIEW_LIST, query, state === 'submitted' ? 'submittedAt' : undefined);
      const page = part.toPage(await listReviews(db, part, { state, apps, q }), toReview);
      return { ...page, items: await nameReviewers(db, caller, page.items) };
    },
  );

  app.get(
    '/review-policy',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read whether versions have to be approved',
        description:
          'On this platform; a publisher’s `reviewRequired` goes before it. Scope: `read`.',
        response: { 200: ReviewPolicy },
      },
    },
    async () => ({ required: await readReviewPolicy(db) }),
  );

  app.put(
    '/review-policy',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Say whether versions have to be approved',
        description:
          'From then on no more people get a version that is not approved. What people have stays, and they can be taken back to what they had. Scope: `admin`.',
        body: ReviewPolicy,
        response: { 200: ReviewPolicy },
      },
    },
    async (request, reply) => {
      const { required } = request.body;
      const action = { action: 'review-policy.change', target: 'platform' };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          const before = { required: await readReviewPolicy(tx) };
          await putReviewPolicy(tx, undefined, required);
          const change = changeOf(before, { required });
          return { status: 200, body: { required }, details: { required }, change };
        }),
      );
    },
  );
}
